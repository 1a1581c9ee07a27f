import { expect, test } from "bun:test";
import { steadySize } from "../../scripts/dependencies-page.ts";
import {
  type Lock,
  type Manifest,
  missingFromLock,
  readJson,
  unlisted,
  wrongLicences,
} from "../../scripts/packages.ts";

test("a package of the executable with another licence is named, wherever it is installed", () => {
  const { packages } = readJson<Lock>("package-lock.json");
  expect(wrongLicences({ packages })).toEqual([]);
  const more = {
    "node_modules/a/node_modules/@b/c": { license: "GPL-3.0" },
    "node_modules/d": {},
    "node_modules/tinymce": {},
  };
  const wrong = wrongLicences({ packages: { ...packages, ...more } });
  expect(wrong.sort()).toEqual([
    "@b/c: the licence 'GPL-3.0' is not in scripts/release/allowed-licenses.ts",
    "d: the licence 'none' is not in scripts/release/allowed-licenses.ts",
    "tinymce: the licence 'none' is not in scripts/release/allowed-licenses.ts",
  ]);
});

test("package.json and the list with the reasons name the same packages", () => {
  const manifest = readJson<Manifest>("package.json");
  expect(unlisted(manifest)).toEqual([]);
  const { hono: _, ...dependencies } = manifest.dependencies;
  const devDependencies = { ...manifest.devDependencies, newcomer: "1.0.0" };
  expect(unlisted({ ...manifest, dependencies, devDependencies })).toEqual([
    "hono: in scripts/dependencies.ts, but not in the dependencies of package.json",
    "newcomer: in the devDependencies of package.json, but not in scripts/dependencies.ts",
  ]);
});

test("a package that the lock lacks is named, wherever it would be installed", () => {
  const lock = readJson<Lock>("package-lock.json");
  expect(missingFromLock(lock)).toEqual([]);
  const { "node_modules/hono": _, ...packages } = lock.packages;
  expect(missingFromLock({ packages })).toContain(
    "hono: needed by the project, but not in package-lock.json; choose a version that has it",
  );
});

test("a size of the page changes only when the package has changed", () => {
  expect(steadySize(104, "100")).toBe("100");
  expect(steadySize(112, "100")).toBe("112");
  expect(steadySize(2.9, "2")).toBe("2");
  expect(steadySize(112, undefined)).toBe("112");
  expect(steadySize(112, "in Bun")).toBe("112");
  expect(steadySize(0.2, "3")).toBe("< 1");
});
