/** What a release says about itself: licences, SBOM, provenance, manifest. */
import { beforeAll, expect, test } from "bun:test";
import { notAllowed } from "../../../scripts/release/allowed-licenses.ts";
import { type Artefact, provenance, releaseManifest, sbom } from "../../../scripts/release/documents.ts";
import { licensesText, RUNTIME_COMPONENTS } from "../../../scripts/release/licenses.ts";
import { compiledPackages, type Package } from "../../../scripts/release/packages.ts";
import { TARGETS } from "../../../scripts/release/targets.ts";

const BUILD = { version: "1.2.3", commit: "a".repeat(40), seconds: 1_700_000_000 };

let packages: Package[];
beforeAll(async () => {
  packages = await compiledPackages();
});

test("everything compiled in has a licence that is allowed", () => {
  const all = [...packages, ...RUNTIME_COMPONENTS];
  const wrong = all.flatMap(({ name, license }) => notAllowed(license).map((id) => `${name}: ${id}`));
  expect(wrong).toEqual([]);
});

test.each([
  ["GPL-3.0-only", ["GPL-3.0-only"]],
  ["MIT AND AGPL-3.0-only", ["AGPL-3.0-only"]],
  ["(MIT OR GPL-3.0-only)", []],
  ["NONE", ["NONE"]],
  ["constructor", ["constructor"]],
])("of the licence %s not allowed: %p", (expression, expected) => {
  expect(notAllowed(expression)).toEqual(expected);
});

test("packages of every bundle are found: of the program and of the scripts in pages", () => {
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["hono", "devalue", "turndown"]));
});

test("the text of the licences names every package, Bun, and every library of Bun", async () => {
  const text = await licensesText();
  for (const { name, version } of packages) expect(text).toContain(`${name} ${version} (`);
  for (const { name } of RUNTIME_COMPONENTS) expect(text).toContain(`\n${name} (`);
  expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
});

test("every library that Bun's own list names has its notices", async () => {
  const list = await Bun.file("node_modules/bun-types/docs/project/license.mdx").text();
  const [, table = ""] = /## Linked libraries([\s\S]*?)\n## /.exec(list) ?? [];
  const names = [...table.matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, name]) => name ?? "");
  expect(names.length).toBeGreaterThan(20);
  const known = RUNTIME_COMPONENTS.map(({ name, url }) => `${name} ${url}`.toLowerCase());
  const missing = names.filter((name) => !known.some((one) => one.includes(ALIASES[name] ?? name.toLowerCase())));
  expect(missing).toEqual([]);
});

/** Where Bun's list and the library itself use other names. */
const ALIASES: Record<string, string> = { libicu: "icu", libbase64: "base64", picohttp: "picohttpparser" };

test("the SBOM lists each package once, with its hash, and the libraries of Bun", async () => {
  const bom = (await sbom(BUILD)) as {
    serialNumber: string;
    components: { name: string; "bom-ref": string; hashes?: object[]; components?: object[] }[];
    dependencies: { dependsOn: string[] }[];
  };
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const libraries = bom.components.filter(({ name }) => name !== "bun");
  expect(libraries.map(({ name }) => name)).toEqual(packages.map(({ name }) => name));
  expect(libraries.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  const refs = bom.components.map((one) => one["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.dependencies[0]?.dependsOn).toEqual(refs);
  expect(bom.components.at(-1)?.components).toHaveLength(RUNTIME_COMPONENTS.length - 1);
  expect(await sbom(BUILD)).toEqual(bom);
});

test("provenance and manifest tell the archives with their digests, and what they were made of", () => {
  const artefacts = TARGETS.map(
    (target, n): Artefact => ({
      target,
      runtime: { path: "/nowhere", name: target.runtime, version: "1.4.4", sha512: `${n}`.repeat(128) },
      archives: (target.archive === "zip" ? ["zip"] : ["tar.gz", "tar.xz"]).map((extension, k) => ({
        file: `svc-1.2.3-${target.name}.${extension}`,
        size: 10 + n - k,
        sha256: `${n}${k}`.repeat(32),
      })),
      executable: { size: 20 + n, sha256: `f${n}`.repeat(32) },
    }),
  );
  expect(provenance(BUILD, artefacts)).toMatchObject({
    subject: artefacts.flatMap(({ archives }) =>
      archives.map(({ file, sha256 }) => ({ name: file, digest: { sha256 } })),
    ),
    predicate: {
      buildDefinition: {
        resolvedDependencies: [
          { name: "source", digest: { gitCommit: BUILD.commit } },
          ...artefacts.map(({ runtime }) => ({ digest: { sha512: runtime.sha512 } })),
        ],
      },
    },
  });
  const manifest = releaseManifest(BUILD, artefacts) as { date: string; files: object[] };
  expect(manifest).toMatchObject({ name: "svc", version: "1.2.3", date: "2023-11-14T22:13:20Z" });
  expect(manifest.files[2]).toEqual({
    target: "linux-x64-musl",
    os: "linux",
    arch: "x64",
    libc: "musl",
    file: "svc-1.2.3-linux-x64-musl.tar.gz",
    size: 12,
    sha256: "20".repeat(32),
    xz: { file: "svc-1.2.3-linux-x64-musl.tar.xz", size: 11, sha256: "21".repeat(32) },
    executable: { name: "svc", size: 22, sha256: "f2".repeat(32) },
  });
});
