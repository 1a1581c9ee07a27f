/**
 * Packages for npm: one for each platform with the executable, and `svc-cli`, which has them as optional dependencies and
 * starts the right one. No package has an install script, so `npm install --ignore-scripts` works.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ArchiveFile, tarGz } from "../archive.ts";
import type { ReleaseFile } from "../documents.ts";
import { jsonFile, type PackageInput, SUMMARY } from "./package.ts";

const NAME = "svc-cli";
const LAUNCHER = join(import.meta.dir, "npm-launcher.cjs");

export async function npmPackages(input: PackageInput): Promise<ArchiveFile[]> {
  const { files } = input.manifest;
  if (files.length === 0) return [];
  const packages = [mainPackage(input)];
  for (const file of files) packages.push(platformPackage(input, file));
  return await Promise.all(
    packages.map(async ({ name, contents }) => ({
      name: `npm/${name}-${input.manifest.version}.tgz`,
      data: await tarGz(
        contents.map((one) => ({ ...one, name: `package/${one.name}` })),
        input.seconds,
      ),
    })),
  );
}

interface Package {
  name: string;
  contents: ArchiveFile[];
}

function mainPackage(input: PackageInput): Package {
  const { files, version } = input.manifest;
  const manifest = {
    ...shared(input, NAME),
    description: SUMMARY,
    bin: { svc: "bin/svc.cjs" },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(files.map(({ target }) => [`${NAME}-${target}`, version])),
  };
  const contents = [
    jsonFile("package.json", manifest),
    { name: "bin/svc.cjs", data: readFileSync(LAUNCHER), executable: true },
    { name: "README.md", data: Buffer.from(input.texts["README.md"]) },
    { name: "LICENSE", data: Buffer.from(input.texts.LICENSE) },
  ];
  return { name: NAME, contents };
}

function platformPackage(input: PackageInput, { target, os, arch, libc, executable }: ReleaseFile): Package {
  const name = `${NAME}-${target}`;
  const manifest = {
    ...shared(input, name),
    description: `The executable of ${NAME} for ${target}`,
    os: [os === "windows" ? "win32" : os],
    cpu: [arch],
    ...(libc ? { libc: [libc] } : {}),
    // Yarn must not keep it as a zip: an executable is started from disk.
    preferUnplugged: true,
  };
  const contents = [
    jsonFile("package.json", manifest),
    { name: `bin/${executable.name}`, data: input.executable(target), executable: true },
    { name: "LICENSE", data: Buffer.from(input.texts.LICENSE) },
    { name: "LICENSES-THIRD-PARTY.txt", data: Buffer.from(input.texts["LICENSES-THIRD-PARTY.txt"]) },
  ];
  return { name, contents };
}

function shared({ manifest, base, maintainer }: PackageInput, name: string) {
  return { name, version: manifest.version, license: "MIT", homepage: base, author: maintainer };
}
