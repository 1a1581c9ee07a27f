/** The examples of the READMEs, as they stand there, with the packages as they are built: on Node and on Python. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { VERSION } from "../../src/version.ts";
import { type Script, scripted } from "../platform/agents/agents.ts";
import { served, type TestPlatform } from "../platform/served.ts";
import { temporaryFolder } from "../support/folder.ts";

const HERE = join(import.meta.dir, "..", "..");
const WHEEL = `svc_sdk-${VERSION}-py3-none-any.whl`;

const TEMPLATES = join(HERE, "src/setup/templates");
const TOOLS = join(import.meta.dir, "tools/node_modules");

/** The output has the type of the schema, whatever library it is from. */
const SCHEMAS = `import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Svc } from "svc-sdk";
import * as v from "valibot";
import { z } from "zod";

const client = new Svc();
const zod: number = (await client.run("x", { schema: z.object({ price: z.number() }) })).output.price;
const arktype: number = (await client.run("x", { schema: type({ price: "number" }) })).output.price;
const valibot: number = (await client.run("x", { schema: toStandardJsonSchema(v.object({ price: v.number() })) })).output.price;
const text: string = (await client.run("x")).output;
// @ts-expect-error: the price is a number
const wrong: string = (await client.run("x", { schema: type({ price: "number" }) })).output.price;
console.log(zod, arktype, valibot, text, wrong);
`;

const finds: Script = async ({ assignment }) => ({
  output: assignment.schema ? { name: "Kettle", price: 12.5 } : "12.50",
});
const adds: Script = async () => ({ output: "3" });

let p: TestPlatform;
const { path: folder, [Symbol.dispose]: removeFolder } = temporaryFolder();

async function run(command: string[], env: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect(`${err}${code === 0 ? "" : `${out}\nexit ${code}`}`).toBe("");
  return out;
}

function examples(readme: string, language: string): string[] {
  const text = readFileSync(join(HERE, readme), "utf8");
  return [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, code = ""]) => code);
}

const TYPESCRIPT = examples("sdk/typescript/README.md", "ts");
const PYTHON = examples("sdk/python/README.md", "python");

beforeAll(async () => {
  await Bun.$`sh ${join(HERE, "scripts/dev")} scripts/sdk/build.ts ${join(folder, "packages")}`.quiet();
  mkdirSync(join(folder, "node_modules/svc-sdk"), { recursive: true });
  await Bun.$`tar xzf ${join(folder, `packages/svc-sdk-${VERSION}.tgz`)} --strip-components=1 -C ${join(folder, "node_modules/svc-sdk")}`;
  for (const name of ["zod", "playwright-core", "@types"])
    symlinkSync(join(HERE, "node_modules", name), join(folder, "node_modules", name));
  for (const name of existsSync(TOOLS) ? ["arktype", "valibot", "@valibot"] : [])
    symlinkSync(join(TOOLS, name), join(folder, "node_modules", name));
  await Bun.$`python3 -c "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])" ${join(folder, "packages", WHEEL)} ${join(folder, "python")}`;
  await Bun.write(join(folder, "package.json"), '{"type": "module"}');
  p = await served({}, scripted({ Find: finds, Add: adds }));
});

afterAll(async () => {
  await p[Symbol.asyncDispose]();
  removeFolder();
});

const known = () => ({ SVC_API_KEY: p.key, SVC_BASE_URL: p.url });

test("there are examples", () => {
  expect([TYPESCRIPT.length, PYTHON.length]).toEqual([8, 9]);
});

for (const [at, code] of TYPESCRIPT.entries())
  test(`TypeScript: example ${at + 1}`, async () => {
    const file = join(folder, `example-${at}.mjs`);
    await Bun.write(file, new Bun.Transpiler({ loader: "ts" }).transformSync(code));
    await run(["node", file], known());
  });

for (const [at, code] of PYTHON.entries())
  test(`Python: example ${at + 1}`, async () => {
    const file = join(folder, `example-${at}.py`);
    await Bun.write(file, code);
    await run(["python3", "-W", "error", file], { ...known(), PYTHONPATH: join(folder, "python") });
  });

test("the compiler takes the examples as they are, and finds a mistake", async () => {
  for (const [at, code] of TYPESCRIPT.entries()) await Bun.write(join(folder, "typed", `example-${at}.ts`), code);
  await Bun.write(join(folder, "typed", "template.ts"), Bun.file(join(TEMPLATES, "session.ts.txt")));
  await Bun.write(join(folder, "typed", "schemas.ts"), existsSync(TOOLS) ? SCHEMAS : "export {};");
  const wrong =
    'import { Svc } from "svc-sdk";\n// @ts-expect-error: no such member\nawait new Svc().sessions.create({ tusk: "x" });\n';
  await Bun.write(join(folder, "typed", "wrong.ts"), wrong);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ target: "ESNext", module: "NodeNext", lib: ["ESNext", "DOM"], types: ["node"] },
  };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["typed"] }));
  await run(["node", join(HERE, "node_modules/typescript/bin/tsc"), "-p", folder]);
});

test("pyright, as strict as it is, takes the Python SDK and its examples, and finds a mistake", async () => {
  for (const [at, code] of PYTHON.entries()) await Bun.write(join(folder, "checked", `example_${at}.py`), code);
  await Bun.write(join(folder, "checked", "template.py"), Bun.file(join(TEMPLATES, "session.py")));
  const wrong = 'from svc_sdk import Svc\n\nSvc().sessions.create(tusk="x")  # pyright: ignore[reportCallIssue]\n';
  await Bun.write(join(folder, "checked", "wrong.py"), wrong);
  const settings = {
    include: ["checked", "python/svc_sdk"],
    extraPaths: ["python"],
    ...{ pythonVersion: "3.11", typeCheckingMode: "strict", reportUnnecessaryTypeIgnoreComment: "error" },
  };
  await Bun.write(join(folder, "pyrightconfig.json"), JSON.stringify(settings));
  const said = await run(["node", join(HERE, "node_modules/pyright/index.js"), "-p", folder]);
  expect(said).toStartWith("0 errors, 0 warnings");
});

test("what a program loads of the package is small", async () => {
  const entry = join(folder, "node_modules/svc-sdk/dist/index.js");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "node", minify: true, splitting: true });
  const texts = new Map(await Promise.all(outputs.map(async (one) => [basename(one.path), await one.text()] as const)));
  const loaded = (name: string): number => {
    const text = texts.get(name) ?? "";
    const imports = new Bun.Transpiler({ loader: "js" }).scanImports(text);
    const own = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
    return text.length + own.map(loaded).reduce((sum, size) => sum + size, 0);
  };
  expect(texts.size).toBeGreaterThan(2);
  expect(loaded("index.js")).toBeWithin(10_000, 25_000);
});

test("pip builds from the sdist the wheel that the executable carries, and two builds are the same", async () => {
  const listed = `import hashlib, sys, tarfile, zipfile
packages, name = sys.argv[1:]
tarfile.open(f"{packages}/{name}.tar.gz").extractall(packages)
sys.path.insert(0, f"{packages}/{name}")
import build_backend
build_backend.build_wheel(f"{packages}/{name}")
def content(path):
    with zipfile.ZipFile(path) as wheel:
        return {one: wheel.read(one) for one in wheel.namelist()}
wheel = f"{name}-py3-none-any.whl"
ours, theirs = content(f"{packages}/{wheel}"), content(f"{packages}/{name}/{wheel}")
records = [sorted(one.pop(f"{name}.dist-info/RECORD").splitlines()) for one in (ours, theirs)]
print(len(ours), ours == theirs, records[0] == records[1])`;
  const said = await run(["python3", "-B", "-c", listed, join(folder, "packages"), `svc_sdk-${VERSION}`]);
  expect(said).toMatch(/^\d\d True True\n$/);
  await Bun.$`sh ${join(HERE, "scripts/dev")} scripts/sdk/build.ts ${join(folder, "again")}`.quiet();
  for (const name of [`svc-sdk-${VERSION}.tgz`, WHEEL, `svc_sdk-${VERSION}.tar.gz`]) {
    const bytes = async (built: string) => await Bun.file(join(folder, built, name)).bytes();
    expect(Bun.hash(await bytes("packages")), name).toBe(Bun.hash(await bytes("again")));
  }
});

test("the versions of the packages are that of the program", async () => {
  expect((await Bun.file(join(HERE, "sdk/typescript/package.json")).json()).version).toBe(VERSION);
  expect(readFileSync(join(HERE, "sdk/python/pyproject.toml"), "utf8")).toContain(`version = "${VERSION}"`);
  expect(readFileSync(join(HERE, "sdk/python/src/svc_sdk/__init__.py"), "utf8")).toContain(
    `__version__ = "${VERSION}"`,
  );
});
