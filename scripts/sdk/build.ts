/**
 * `npm run sdk`: the packages of both SDKs in `dist/sdk`: a tarball for npm, a wheel and an sdist for pip. Nothing is fetched.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..", "..");
const TYPESCRIPT = join(ROOT, "sdk/typescript");
const PYTHON = join(ROOT, "sdk/python");
const OUT = join(ROOT, "dist/sdk");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

async function run(cwd: string, ...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code === 0) return;
  console.error(`${command.join(" ")}:\n${out}${err}`);
  process.exit(1);
}

/** One file for what every program loads, and chunks for what is loaded when it is used. */
async function typescript(): Promise<void> {
  const outdir = join(TYPESCRIPT, "dist");
  rmSync(outdir, { recursive: true, force: true });
  await Bun.build({
    entrypoints: [join(TYPESCRIPT, "src/index.ts")],
    outdir,
    target: "node",
    format: "esm",
    splitting: true,
    naming: { chunk: "[name]-[hash].[ext]" },
  });
  await run(TYPESCRIPT, process.execPath, TSC, "-p", TYPESCRIPT, "--emitDeclarationOnly");
  // The compiler leaves the names of sources in declarations, where they are of no file.
  for (const name of new Bun.Glob("**/*.d.ts").scanSync(outdir)) {
    const file = join(outdir, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/((?:from|import)[ (]"\.[^"]*)\.ts"/g, '$1.js"'));
  }
  copyFileSync(join(ROOT, "LICENSE"), join(TYPESCRIPT, "LICENSE"));
  await run(TYPESCRIPT, "npm", "pack", "--silent", "--offline", "--pack-destination", OUT);
}

async function python(): Promise<void> {
  copyFileSync(join(ROOT, "LICENSE"), join(PYTHON, "LICENSE"));
  const code = "import sys, build_backend as b; b.build_wheel(sys.argv[1]); b.build_sdist(sys.argv[1])";
  await run(PYTHON, "python3", "-B", "-c", code, OUT);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
await Promise.all([typescript(), python()]);
for (const name of [...new Bun.Glob("*").scanSync(OUT)].sort()) console.log(`dist/sdk/${name}`);
