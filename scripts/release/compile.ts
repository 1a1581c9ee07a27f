/** Compiles `src/main.ts` and all that it imports into one executable. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { sdkPackages } from "../sdk/packages.ts";
import { docsArchive } from "./docs.ts";
import type { Target } from "./targets.ts";

export interface Compilation {
  target: Target;
  /** The commit as `svc --version` prints it. */
  commit: string;
  /** Where the executable is written. */
  path: string;
  /** The runtime to use. Absent: the one that runs this script. */
  runtime?: string;
}

/** The files that the executable carries, made once for all targets: the packages of the SDKs and the documentation. */
let carried: Promise<string[]> | undefined;

async function carriedFiles(): Promise<string[]> {
  return [...(await sdkPackages("dist/sdk")), await docsArchive("dist/docs")];
}

/**
 * Writes the executable; a daemon that runs from the old file keeps it. The same sources, commit and runtime give the same
 * bytes: the name of the file goes into the executable, so it is built under its final name in a folder of its own.
 */
export async function compile({ target, commit, path, runtime }: Compilation): Promise<void> {
  carried ??= carriedFiles();
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, ".build-"));
  try {
    const fresh = join(work, target.executable);
    const built = await Bun.build({
      plugins: [withoutValidator, englishAlone],
      // `svc init` writes the packages beside the templates that use them, `svc bundle` the documentation.
      entrypoints: ["src/main.ts", ...(await carried)],
      loader: { ".tgz": "file", ".whl": "file" },
      naming: { asset: "[name].[ext]" },
      target: "bun",
      format: "esm",
      splitting: true,
      bytecode: true,
      minify: true,
      sourcemap: "none",
      define: { SVC_COMMIT: JSON.stringify(commit), SVC_TARGET: JSON.stringify(target.name) },
      compile: {
        outfile: fresh,
        target: target.bun,
        ...(runtime === undefined ? {} : { executablePath: runtime }),
        // `src/main.ts` goes back to 1 after the start.
        jitPolicy: 20,
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    for (const message of built.logs) console.error(message);
    if (!built.success) throw new Error(`the build for ${target.name} failed`);
    renameSync(fresh, path);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** How the program is bundled, without what depends on the platform. */
export function bundleOptions() {
  return {
    plugins: [withoutValidator, englishAlone],
    entrypoints: ["src/main.ts"],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    sourcemap: "none",
  } satisfies Bun.BuildConfig;
}

/**
 * The MCP SDK loads a validator of JSON Schemas for the answers to questions that a server asks its client. Ours asks none,
 * and the validator costs a fifth of its start.
 */
const withoutValidator: BunPlugin = {
  name: "without validator",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: "shims", namespace: "mcp" }));
    onLoad({ filter: /^shims$/, namespace: "mcp" }, () => ({
      loader: "ts",
      contents: `
        export { default as process } from "node:process";
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error("this build has no validator of JSON Schemas"); }
        }`,
    }));
  },
};

/** zod has its messages in sixty languages, and the platform exports all of zod. Ours are in English alone. */
const englishAlone: BunPlugin = {
  name: "English alone",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      loader: "js",
      contents: `export { default as en } from "./en.js";`,
    }));
  },
};
