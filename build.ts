/**
 * Builds `dist/svc`: one executable for this platform. Bytecode and splitting keep the start at a few milliseconds, and
 * nothing of the folder a user stands in is loaded.
 */
import { renameSync } from "node:fs";
import type { BunPlugin } from "bun";
import { sdkPackages } from "./scripts/sdk/packages.ts";

/** What git says, or nothing where there is no git. */
function git(...args: string[]): string {
  try {
    return Bun.spawnSync(["git", ...args], { stderr: "ignore" })
      .stdout.toString()
      .trim();
  } catch {
    return "";
  }
}

const commit = process.env.SVC_COMMIT ?? (git("rev-parse", "--short=10", "HEAD") || "unknown");
const dirty = git("status", "--porcelain") !== "";
const name = process.platform === "win32" ? "svc.exe" : "svc";
const fresh = `dist/${name}.${process.pid}.new`;

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

/**
 * zod says what is wrong in sixty languages, and the platform, which hands the whole of zod on, would bring them all into
 * what the MCP server loads too. Ours speak English.
 */
const englishAlone: BunPlugin = {
  name: "English alone",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      loader: "js",
      contents: `export { default as en } from "./en.js";`,
    }));
  },
};

const built = await Bun.build({
  plugins: [withoutValidator, englishAlone],
  // `svc init` writes the packages beside the templates that use them.
  entrypoints: ["src/main.ts", ...(await sdkPackages("dist/sdk"))],
  loader: { ".tgz": "file", ".whl": "file" },
  naming: { asset: "[name].[ext]" },
  target: "bun",
  format: "esm",
  splitting: true,
  bytecode: true,
  minify: true,
  sourcemap: "none",
  define: { SVC_COMMIT: JSON.stringify(dirty ? `${commit}-changed` : commit) },
  compile: {
    outfile: fresh,
    autoloadDotenv: false,
    autoloadBunfig: false,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
});
for (const message of built.logs) console.error(message);
if (!built.success) process.exit(1);
// A running daemon keeps the old file; the name moves in one step.
renameSync(fresh, `dist/${name}`);
console.error(`built dist/${name}`);
