import { expect, test } from "bun:test";
import { isAllowed, type Lock, type Manifest, readJson, unlisted, wrongLicences } from "../../scripts/licences.ts";

test("an expression is allowed when one of its choices is", () => {
  expect(["MIT", "(MPL-2.0 OR Apache-2.0)", "GPL-3.0 OR MIT", "MIT AND ISC"].filter((one) => !isAllowed(one))).toEqual(
    [],
  );
  expect(["GPL-3.0", "none", "SEE LICENSE IN LICENSE", "MIT AND GPL-3.0"].filter(isAllowed)).toEqual([]);
});

test("a package of the executable with another licence is named, wherever it is installed", () => {
  const { packages } = readJson<Lock>("package-lock.json");
  expect(wrongLicences({ packages })).toEqual([]);
  const more = {
    "node_modules/a/node_modules/@b/c": { license: "GPL-3.0" },
    "node_modules/d": {},
    "node_modules/tinymce": {},
  };
  expect(wrongLicences({ packages: { ...packages, ...more } })).toEqual([
    "tinymce: the licence 'none' is not in the list of scripts/licences.ts",
    "@b/c: the licence 'GPL-3.0' is not in the list of scripts/licences.ts",
    "d: the licence 'none' is not in the list of scripts/licences.ts",
  ]);
});

test("package.json and the list with the reasons name the same packages", () => {
  const manifest = readJson<Manifest>("package.json");
  expect(unlisted(manifest)).toEqual([]);
  const { hono: _, ...dependencies } = manifest.dependencies;
  const devDependencies = { ...manifest.devDependencies, newcomer: "1.0.0" };
  expect(unlisted({ dependencies, devDependencies })).toEqual([
    "hono: in scripts/dependencies.ts, but not in the dependencies of package.json",
    "newcomer: in the devDependencies of package.json, but not in scripts/dependencies.ts",
  ]);
});
