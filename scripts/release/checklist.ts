/**
 * `bun run release-check`: what must be true before the version of package.json is published. Prints a line for each point, and what a
 * person has to do besides. Exit code 1 when a point is not met.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPublicKey, verifySignature } from "../../src/setup/minisign.ts";
import { readSource } from "./source.ts";

/** A point of the checklist: undefined when it is met, else what is wrong. */
export type Point = [what: string, fault: string | undefined];

/** Reads the checkout and the release in the current folder. */
export function releasePoints(root = "."): Point[] {
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const version: string = JSON.parse(read("package.json")).version;
  const { commit, changed } = readSource();
  return [
    ["every change is committed", changed ? "commit or remove the changes that `git status` shows" : undefined],
    ["the SDKs have the same version", sdkFault(version, read)],
    ["CHANGELOG.md has the version and its date", changelogFault(version, read("CHANGELOG.md"))],
    ["the tag is new or names this commit", tagFault(version, commit)],
    ["the release is built from this commit", releaseFault(join(root, "dist/release", `v${version}`), commit)],
    ["its signature is valid", signatureFault(join(root, "dist/release", `v${version}`), read("release.pub"))],
  ];
}

function sdkFault(version: string, read: (name: string) => string): string | undefined {
  const typescript: string = JSON.parse(read("sdk/typescript/package.json")).version;
  const python = /^version = "(.+)"$/m.exec(read("sdk/python/pyproject.toml"))?.[1];
  return typescript === version && python === version
    ? undefined
    : `svc is ${version}, the package of TypeScript ${typescript}, that of Python ${python}`;
}

/** What is wrong with the section of a version, such as `## [0.2.0] - 2026-12-01`. */
export function changelogFault(version: string, changelog: string): string | undefined {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`[${version}] - `));
  if (!/^\S+ - \d{4}-\d{2}-\d{2}\n/.test(section ?? "")) return `add the heading "## [${version}] - <date>"`;
  return /^- /m.test(section ?? "") ? undefined : "the section has no entries";
}

function tagFault(version: string, commit: string): string | undefined {
  const { stdout } = Bun.spawnSync(["git", "rev-list", "-n", "1", `v${version}`], { stderr: "ignore" });
  const tagged = stdout.toString().trim();
  return tagged === "" || tagged === commit ? undefined : `v${version} is the tag of ${tagged.slice(0, 10)}`;
}

function releaseFault(folder: string, commit: string): string | undefined {
  if (!existsSync(join(folder, "manifest.json"))) return "run `bun build.ts --all`";
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  if (manifest.commit !== commit) return `it is built from ${manifest.commit.slice(0, 10)}: run \`bun build.ts --all\``;
  const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  const wrong = lines.filter((line) => {
    const [sum, name = ""] = line.split(/\s+/);
    return !existsSync(join(folder, name)) || sum !== sha256(join(folder, name));
  });
  return wrong.length === 0 ? undefined : `SHA256SUMS does not fit: ${wrong.join(", ")}`;
}

function sha256(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

function signatureFault(folder: string, key: string): string | undefined {
  const path = join(folder, "SHA256SUMS.minisig");
  if (!existsSync(path)) return "set SVC_RELEASE_KEY and build again, or sign with minisign";
  try {
    const sums = readFileSync(join(folder, "SHA256SUMS"));
    verifySignature(sums, readFileSync(path, "utf8"), readPublicKey(key.split("\n")[1] ?? ""));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What no program can check. */
const BY_HAND = [
  "`npm test` and `bun run bench` pass on this commit; compare bench/RESULTS.md with the last release",
  "a second clone builds the same SHA256SUMS",
  "install.sh installs from dist/release into an empty home; `svc doctor` and the commands of the README work there",
  "an installation of the previous version upgrades, and `svc upgrade --rollback` brings it back",
  "push the commit and the tag, then upload dist/release; the file `latest` goes last. Then publish the packages",
  'add the heading "## [Unreleased]" to CHANGELOG.md',
];

if (import.meta.main) {
  const points = releasePoints();
  for (const [what, fault] of points)
    console.log(`${fault === undefined ? "ok  " : "FAIL"} ${what}${fault === undefined ? "" : `: ${fault}`}`);
  for (const what of BY_HAND) console.log(`todo ${what}`);
  process.exit(points.every(([, fault]) => fault === undefined) ? 0 : 1);
}
