/** The checklist of a release: what is missing is named, and a complete release passes. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changelogFault, type Point, releasePoints } from "../../../scripts/release/checklist.ts";
import { newKeys, signature } from "../../../scripts/release/sign.ts";
import { readSource } from "../../../scripts/release/source.ts";
import { temporaryFolder } from "../../support/folder.ts";

test("the changelog needs a section with a date and an entry", () => {
  expect(
    changelogFault("0.2.0", "# Changelog\n\n## [0.2.0] - 2026-12-01\n\n### Added\n\n- One thing.\n"),
  ).toBeUndefined();
  expect(changelogFault("0.2.0", "# Changelog\n\n## [Unreleased]\n\n- One thing.\n")).toContain("add the heading");
  expect(changelogFault("0.2.0", "## [0.2.0]\n\n- One thing.\n")).toContain("add the heading");
  expect(changelogFault("0.2.0", "## [0.2.0] - 2026-12-01\n\n## [0.1.0] - 2026-11-01\n\n- Old.\n")).toContain(
    "no entries",
  );
});

test("a release passes when its files, versions and signature fit, and each fault is named", () => {
  using folder = temporaryFolder();
  const root = folder.path;
  const put = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const faults = () =>
    Object.fromEntries(
      releasePoints(root).filter(([what]: Point) => !what.startsWith("every change") && !what.startsWith("the tag")),
    );
  const keys = newKeys();
  put("package.json", '{ "version": "7.8.9" }');
  put("sdk/typescript/package.json", '{ "version": "7.8.9" }');
  put("sdk/python/pyproject.toml", 'version = "7.8.8"\n');
  put("CHANGELOG.md", "## [7.8.9] - 2026-12-01\n\n- One thing.\n");
  put("release.pub", keys.public);
  expect(faults()).toEqual({
    "the SDKs have the same version": expect.stringContaining("that of Python 7.8.8"),
    "CHANGELOG.md has the version and its date": undefined,
    "the release is built from this commit": "run `bun build.ts --all`",
    "its signature is valid": expect.stringContaining("SVC_RELEASE_KEY"),
  });
  put("sdk/python/pyproject.toml", 'version = "7.8.9"\n');
  const release = "dist/release/v7.8.9";
  put(`${release}/manifest.json`, JSON.stringify({ commit: readSource().commit }));
  const sum = new Bun.CryptoHasher("sha256").update(readFileSync(join(root, release, "manifest.json"))).digest("hex");
  const sums = `${sum}  manifest.json\n`;
  put(`${release}/SHA256SUMS`, sums);
  put("secret.key", keys.secret);
  put(`${release}/SHA256SUMS.minisig`, signature(Buffer.from(sums), join(root, "secret.key"), "svc 7.8.9"));
  expect(Object.values(faults())).toEqual([undefined, undefined, undefined, undefined]);
  put(`${release}/SHA256SUMS`, sums.replace(/^./, "z"));
  const tampered = faults();
  expect(tampered["the release is built from this commit"]).toContain("does not fit");
  expect(tampered["its signature is valid"]).toBeString();
});
