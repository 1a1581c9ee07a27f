/** The manifest for Scoop, on Windows. */
import { basename } from "node:path";
import type { ArchiveFile } from "../archive.ts";
import { addressOf, filesFor, jsonFile, type PackageInput, SUMMARY } from "./package.ts";

const TARGETS = [
  ["64bit", "windows-x64"],
  ["arm64", "windows-arm64"],
] as const;

export function scoopManifest(input: PackageInput): ArchiveFile[] {
  const files = filesFor(input, TARGETS);
  if (files.length === 0) return [];
  const { base, manifest } = input;
  const inFuture = (text: string) => text.replaceAll(manifest.version, "$version");
  const content = {
    version: manifest.version,
    description: SUMMARY,
    homepage: base,
    license: "MIT",
    architecture: Object.fromEntries(
      files.map(([name, file]) => [
        name,
        { url: addressOf(input, file), hash: file.sha256, extract_dir: basename(file.file, ".zip") },
      ]),
    ),
    bin: "svc.exe",
    checkver: { url: `${base}/latest`, regex: "^([\\d.]+)$" },
    autoupdate: {
      architecture: Object.fromEntries(
        files.map(([name, file]) => [
          name,
          { url: inFuture(addressOf(input, file)), extract_dir: inFuture(basename(file.file, ".zip")) },
        ]),
      ),
      hash: { url: `${base}/v$version/SHA256SUMS` },
    },
  };
  return [jsonFile("scoop/svc.json", content)];
}
