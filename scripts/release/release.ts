/**
 * Builds the files of a release into `dist/release`, a folder that any web server can serve:
 *
 *   latest                       the newest version, one line
 *   install.sh, install.ps1
 *   v<version>/                  archives, manifest.json, sbom.cdx.json, provenance.json, SHA256SUMS, SHA256SUMS.minisig
 *   v<version>/packages/         packages for npm, apt, Homebrew and others, if the address of the release is known
 *
 * Two builds of one commit give the same bytes.
 */
import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { type ArchiveFile, gzip, tar, zip } from "./archive.ts";
import { checkExecutable } from "./check.ts";
import { compile } from "./compile.ts";
import { type Archive, type Artefact, type Build, provenance, releaseManifest, sbom } from "./documents.ts";
import { jsonFile, type Publisher } from "./packages/package.ts";
import { packageFiles } from "./packages/packages.ts";
import { runtimeFor } from "./runtime.ts";
import { signature } from "./sign.ts";
import type { Source } from "./source.ts";
import type { Target } from "./targets.ts";
import { type TextFiles, textFiles } from "./texts.ts";
import { xz } from "./xz.ts";

export interface ReleaseOptions {
  targets: readonly Target[];
  /** The folder to write to. What it has of other versions stays. */
  folder: string;
  source: Source;
  /** File of the secret key. Absent: the release is not signed. */
  secretKey?: string | undefined;
  /** Where and by whom the release is published. Absent: no packages are made. */
  publisher?: Publisher | undefined;
}

/** Builds, checks and packs every target, then writes the documents. Returns the folder of the version. */
export async function release({ targets, folder, source, secretKey, publisher }: ReleaseOptions): Promise<string> {
  const build: Build = { version: manifest.version, commit: source.commit, seconds: source.seconds };
  checkSurroundings(source, secretKey !== undefined);
  const versionFolder = join(folder, `v${build.version}`);
  rmSync(versionFolder, { recursive: true, force: true });
  mkdirSync(versionFolder, { recursive: true });
  const artefacts: Artefact[] = [];
  const texts = textFiles();
  for (const target of targets) artefacts.push(await buildTarget(target, source, versionFolder, texts));

  const description = releaseManifest(build, artefacts);
  const documents = [
    jsonFile("manifest.json", description),
    jsonFile("provenance.json", provenance(build, artefacts)),
    jsonFile("sbom.cdx.json", await sbom(build)),
  ];
  const executable = (name: string) => readFileSync(builtPath(targets.find((one) => one.name === name) as Target));
  const input = { manifest: description, seconds: build.seconds, texts, executable };
  const packages = publisher ? await packageFiles({ ...input, ...publisher }) : [];
  const made = [...documents, ...packages.map((file) => ({ ...file, name: `packages/${file.name}` }))];
  for (const { name, data } of made) {
    mkdirSync(dirname(join(versionFolder, name)), { recursive: true });
    writeFileSync(join(versionFolder, name), data);
  }
  const sums = [
    ...artefacts.flatMap(({ archives }) => archives.map(({ file }) => file)),
    ...made.map(({ name }) => name),
  ]
    .sort()
    .map((name) => `${sha256(readFileSync(join(versionFolder, name)))}  ${name}\n`)
    .join("");
  writeFileSync(join(versionFolder, "SHA256SUMS"), sums);
  if (secretKey !== undefined) {
    const text = signature(Buffer.from(sums), secretKey, `svc ${build.version} ${build.commit}`);
    writeFileSync(join(versionFolder, "SHA256SUMS.minisig"), text);
  }
  for (const name of ["install.sh", "install.ps1"]) copyFileSync(name, join(folder, name));
  writeFileSync(join(folder, "latest"), `${build.version}\n`);
  return versionFolder;
}

/** Throws where the release would not be the one that another checkout of the commit gives. */
function checkSurroundings(source: Source, signed: boolean): void {
  const pinned = manifest.devDependencies.bun;
  if (Bun.version !== pinned) {
    throw new Error(`this is Bun ${Bun.version}, but the runtimes are Bun ${pinned}: run \`sh scripts/dev build.ts\``);
  }
  if (!signed) return;
  if (source.changed) {
    throw new Error("the checkout has changes that are not committed: a signed release is of a commit");
  }
  // The names of parts inside the executable follow from the paths of packages.
  if (lstatSync("node_modules").isSymbolicLink()) {
    throw new Error("node_modules is a link: run `npm ci` in this checkout, so that the release is reproducible");
  }
}

function builtPath(target: Target): string {
  return join("dist", target.name, target.executable);
}

async function buildTarget(target: Target, source: Source, folder: string, texts: TextFiles): Promise<Artefact> {
  const started = performance.now();
  const runtime = await runtimeFor(target);
  const path = builtPath(target);
  await compile({ target, commit: source.label, path, runtime: runtime.path });
  const tried = checkExecutable(path, target, source.label);
  const executable = readFileSync(path);
  const name = `svc-${manifest.version}-${target.name}`;
  const files = [
    { name: `${name}/${target.executable}`, data: executable, executable: true },
    ...Object.entries(texts).map(([path, text]) => ({ name: `${name}/${path}`, data: Buffer.from(text) })),
  ];
  const archives: Archive[] = [];
  for (const [extension, data] of await packed(target, files, source.seconds)) {
    const file = `${name}.${extension}`;
    writeFileSync(join(folder, file), data);
    archives.push({ file, size: data.length, sha256: sha256(data) });
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const sizes = archives.map(({ file, size }) => `${file} ${(size / 1_000_000).toFixed(1)} MB`).join(", ");
  console.error(`${sizes}, ${tried}, ${seconds} s`);
  const described = { size: executable.length, sha256: sha256(executable) };
  return { target, runtime, archives, executable: described };
}

/** The archives of a target, by extension. The first can be unpacked everywhere, the second is smaller. */
async function packed(target: Target, files: ArchiveFile[], seconds: number): Promise<[string, Uint8Array][]> {
  if (target.archive === "zip") return [["zip", zip(files, seconds)]];
  const whole = await tar(files, seconds);
  return [
    ["tar.gz", gzip(whole)],
    ["tar.xz", await xz(whole, target.machine)],
  ];
}

function sha256(data: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(data).digest("hex");
}

/** The secret key that signs, where `SVC_RELEASE_KEY` names its file. */
export function secretKeyFile(): string | undefined {
  const path = process.env.SVC_RELEASE_KEY;
  if (path && !existsSync(path)) throw new Error(`SVC_RELEASE_KEY names ${path}, which does not exist`);
  return path || undefined;
}
