/** The three manifests for winget, on Windows: version, installers and description. */
import { basename } from "node:path";
import type { ArchiveFile } from "../archive.ts";
import { addressOf, filesFor, type PackageInput, SUMMARY } from "./package.ts";

const ID = "svc.svc";
const SCHEMA = "1.6.0";
const TARGETS = [
  ["x64", "windows-x64"],
  ["arm64", "windows-arm64"],
] as const;

export function wingetManifests(input: PackageInput): ArchiveFile[] {
  const files = filesFor(input, TARGETS);
  if (files.length === 0) return [];
  const installer = {
    InstallerType: "zip",
    NestedInstallerType: "portable",
    ReleaseDate: input.manifest.date.slice(0, 10),
    Installers: files.map(([Architecture, file]) => ({
      Architecture,
      InstallerUrl: addressOf(input, file),
      InstallerSha256: file.sha256.toUpperCase(),
      NestedInstallerFiles: [
        { RelativeFilePath: `${basename(file.file, ".zip")}\\svc.exe`, PortableCommandAlias: "svc" },
      ],
    })),
  };
  const locale = {
    PackageLocale: "en-US",
    Publisher: "svc",
    PackageUrl: input.base,
    PackageName: "svc",
    License: "MIT",
    ShortDescription: SUMMARY,
  };
  return [
    manifestFile(input, "version", "", { DefaultLocale: "en-US" }),
    manifestFile(input, "installer", ".installer", installer),
    manifestFile(input, "defaultLocale", ".locale.en-US", locale),
  ];
}

function manifestFile({ manifest }: PackageInput, type: string, suffix: string, fields: object): ArchiveFile {
  const content = {
    PackageIdentifier: ID,
    PackageVersion: manifest.version,
    ...fields,
    ManifestType: type,
    ManifestVersion: SCHEMA,
  };
  const schema = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${SCHEMA}.schema.json`;
  return {
    name: `winget/${ID}${suffix}.yaml`,
    data: Buffer.from(`${schema}\n${Bun.YAML.stringify(content, null, 2)}\n`),
  };
}
