/** All packages of a release, by their paths below `packages/`. */
import type { ArchiveFile } from "../archive.ts";
import { aurPackage } from "./aur.ts";
import { debPackages } from "./deb.ts";
import { homebrewFormula } from "./homebrew.ts";
import { nixFlake } from "./nix.ts";
import { npmPackages } from "./npm.ts";
import type { PackageInput } from "./package.ts";
import { scoopManifest } from "./scoop.ts";
import { wingetManifests } from "./winget.ts";

export async function packageFiles(input: PackageInput): Promise<ArchiveFile[]> {
  return [
    ...(await npmPackages(input)),
    ...(await debPackages(input)),
    ...homebrewFormula(input),
    ...scoopManifest(input),
    ...wingetManifests(input),
    ...nixFlake(input),
    ...aurPackage(input),
  ];
}
