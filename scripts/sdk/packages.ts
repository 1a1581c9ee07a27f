/**
 * Builds the packages of both SDKs: a tarball for npm (ES modules with types) and a wheel for pip. Needs Bun alone and fetches
 * nothing, so that the build of the executable can carry them.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { zipSync } from "fflate";

const ROOT = join(import.meta.dir, "..", "..");
const TYPESCRIPT = join(ROOT, "sdk/typescript");
const PYTHON = join(ROOT, "sdk/python");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

/** Writes both packages and returns their paths. */
export async function sdkPackages(wanted: string): Promise<string[]> {
  const folder = resolve(wanted);
  mkdirSync(folder, { recursive: true });
  return await Promise.all([typescriptPackage(folder), pythonWheel(folder)]);
}

/** One file for what every program loads, and chunks for what is loaded on first use. */
async function typescriptPackage(folder: string): Promise<string> {
  const staging = mkdtempSync(join(folder, ".npm-"));
  try {
    const outdir = join(staging, "dist");
    const declarations = run(TSC, "-p", TYPESCRIPT, "--emitDeclarationOnly", "--outDir", outdir);
    await Bun.build({
      entrypoints: [join(TYPESCRIPT, "src/index.ts")],
      outdir,
      target: "node",
      format: "esm",
      splitting: true,
      naming: { chunk: "[name]-[hash].[ext]" },
    });
    await declarations;
    // The compiler keeps the names of the sources in declarations; only `.js` files exist in the package.
    for (const name of new Bun.Glob("**/*.d.ts").scanSync(outdir)) {
      const file = join(outdir, name);
      writeFileSync(file, readFileSync(file, "utf8").replace(/((?:from|import)[ (]"\.[^"]*)\.ts"/g, '$1.js"'));
    }
    for (const name of ["package.json", "README.md"]) copyFileSync(join(TYPESCRIPT, name), join(staging, name));
    copyFileSync(join(ROOT, "LICENSE"), join(staging, "LICENSE"));
    const { name, version } = JSON.parse(readFileSync(join(staging, "package.json"), "utf8"));
    const file = join(folder, `${name}-${version}.tgz`);
    await run("pm", "pack", "--quiet", "--ignore-scripts", "--cwd", staging, "--filename", file);
    return file;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The same wheel as `build_backend.py` builds from the sdist, for machines without Python (PEP 427). */
async function pythonWheel(folder: string): Promise<string> {
  const { project } = Bun.TOML.parse(readFileSync(join(PYTHON, "pyproject.toml"), "utf8")) as { project: Project };
  const stem = `${project.name.replaceAll("-", "_")}-${project.version}`;
  const info = `${stem}.dist-info`;
  const files: Record<string, Uint8Array> = {};
  for (const name of [...new Bun.Glob("**/{*.py,py.typed}").scanSync(join(PYTHON, "src"))].sort())
    files[name] = readFileSync(join(PYTHON, "src", name));
  files[`${info}/METADATA`] = Buffer.from(metadata(project));
  files[`${info}/WHEEL`] = Buffer.from(
    "Wheel-Version: 1.0\nGenerator: svc\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  );
  files[`${info}/licenses/LICENSE`] = readFileSync(join(ROOT, "LICENSE"));
  const record = Object.entries(files).map(([name, content]) => {
    const digest = new Bun.CryptoHasher("sha256").update(content).digest("base64url");
    return `${name},sha256=${digest},${content.length}\n`;
  });
  files[`${info}/RECORD`] = Buffer.from(`${record.join("")}${info}/RECORD,,\n`);
  const file = join(folder, `${stem}-py3-none-any.whl`);
  // A fixed time: the same sources make the same bytes.
  await Bun.write(file, zipSync(files, { level: 9, mtime: "2026-01-01T00:00:00" }));
  return file;
}

interface Project {
  name: string;
  version: string;
  description: string;
  license: string;
  readme: string;
  "requires-python": string;
  classifiers: string[];
}

function metadata(project: Project): string {
  const lines = [
    "Metadata-Version: 2.4",
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    "License-File: LICENSE",
    `Requires-Python: ${project["requires-python"]}`,
    ...project.classifiers.map((one) => `Classifier: ${one}`),
    "Description-Content-Type: text/markdown",
  ];
  return [...lines, "", readFileSync(join(PYTHON, project.readme), "utf8")].join("\n");
}

/** Runs Bun. Throws with its output when it fails. */
async function run(...args: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: TYPESCRIPT,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`bun ${args.join(" ")}:\n${out}${err}`);
}
