/**
 * Other tools read the OpenAPI documents: the linter finds nothing, generators make clients that compile, and the shapes of one
 * of them are those of our SDK. The tools need a TypeScript of their own: `npm test` installs them in `test/sdk/tools`.
 */

import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "../../src/platform/api/document.ts";
import { VERSIONS } from "../../src/platform/api/http/endpoint.ts";
import { folderOfFile } from "../support/folder.ts";

const HERE = join(import.meta.dir, "..", "..");
const TOOLS = join(import.meta.dir, "tools/node_modules");
const tool = (name: string) => join(TOOLS, ".bin", name);

const folder = folderOfFile();

beforeAll(async () => {
  for (const version of VERSIONS)
    await Bun.write(join(folder, `${version}.json`), JSON.stringify(openApiDocument(version, "https://svc.test")));
  if (existsSync(TOOLS)) symlinkSync(TOOLS, join(folder, "node_modules"));
});

async function run(...command: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, HOME: folder, CI: "1", NO_COLOR: "1" };
  const child = Bun.spawn(command, { cwd: folder, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, said: out + err };
}

/** The generators' own TypeScript, and ours. */
async function compiles(...files: string[]): Promise<void> {
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--target",
    "esnext",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
  ];
  const lib = ["--lib", "esnext,dom,dom.iterable", "--allowImportingTsExtensions"];
  for (const compiler of [join(TOOLS, "typescript"), join(HERE, "node_modules/typescript")])
    expect(await run("node", join(compiler, "bin/tsc"), ...options, ...lib, ...files)).toEqual({ code: 0, said: "" });
}

/** Enumerations of ours are open, so that theirs fit them and not the other way. Members are to be the same, as are those that may be left out or null. */
const COMPARISON = `
type Optional<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? K : never }[keyof T];
type Nullable<T> = { [K in keyof T]-?: null extends T[K] ? K : never }[keyof T];
type Members<T> = [T] extends [string] ? "text" : [keyof T, Optional<T>, Nullable<T>];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : "members differ") : "members differ";
declare function same<A, B>(): [A] extends [B] ? Equal<Members<A>, Members<B>> : "shapes differ";
`;

describe.skipIf(!existsSync(TOOLS))("generators of others", () => {
  for (const version of VERSIONS) {
    test(`spectral finds nothing in ${version}`, async () => {
      await Bun.write(join(folder, ".spectral.yaml"), "extends: ['spectral:oas']\n");
      const { code, said } = await run("node", tool("spectral"), "lint", "--fail-severity", "hint", `${version}.json`);
      expect(said).toContain("No results with a severity of 'hint' or higher found!");
      expect(code).toBe(0);
    });

    for (const [name, command, file] of [
      [
        "openapi-typescript",
        ["openapi-typescript", `${version}.json`, "-o", `plain-${version}.ts`],
        `plain-${version}.ts`,
      ],
      [
        "orval",
        ["orval", "--input", `${version}.json`, "--output", `orval-${version}.ts`, "--client", "fetch"],
        `orval-${version}.ts`,
      ],
      [
        "hey-api",
        ["openapi-ts", "-i", `${version}.json`, "-o", `hey-${version}`, "--no-log-file"],
        `hey-${version}/index.ts`,
      ],
    ] as const)
      test(`${name} makes a client of ${version} that compiles`, async () => {
        const [program, ...args] = command;
        const { code, said } = await run("node", tool(program), ...args);
        expect(code === 0 ? "" : said).toBe("");
        await compiles(file);
      });

    test(`the shapes of ${version} are those that hey-api makes`, async () => {
      const own = join(HERE, `sdk/typescript/src/generated/${version}-types.ts`);
      const names = Object.keys(openApiDocument(version, "").components.schemas);
      const text = readFileSync(join(folder, `hey-${version}/types.gen.ts`), "utf8");
      // It spells abbreviations its own way.
      const known = names.filter((name) => text.includes(`export type ${name} =`));
      expect(names.length - known.length).toBeLessThanOrEqual(1);
      const checks = known.map((name) => `  ${name}: same<Theirs.${name}, Ours.${name}>(),\n`);
      await Bun.write(
        join(folder, `same-${version}.ts`),
        `import type * as Theirs from "./hey-${version}/types.gen";
import type * as Ours from ${JSON.stringify(own)};
${COMPARISON}
const all: Record<string, true> = {
${checks.join("")}};
console.log(all);
`,
      );
      await compiles(`same-${version}.ts`);
    });
  }
});
