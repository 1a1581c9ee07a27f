/**
 * Builds `dist/svc`: one executable for this platform. Bytecode and splitting keep the start at a few milliseconds, and
 * nothing of the folder a user stands in is loaded.
 */
import { renameSync } from "node:fs";

const commit = process.env.SVC_COMMIT ?? (Bun.spawnSync(["git", "rev-parse", "--short=10", "HEAD"]).stdout.toString().trim() || "unknown");
const dirty = Bun.spawnSync(["git", "status", "--porcelain"]).stdout.toString().trim() !== "";
const name = process.platform === "win32" ? "svc.exe" : "svc";

const built = await Bun.build({
  entrypoints: ["src/main.ts"],
  target: "bun",
  format: "esm",
  splitting: true,
  bytecode: true,
  minify: true,
  sourcemap: "none",
  define: { SVC_COMMIT: JSON.stringify(dirty ? `${commit}-changed` : commit) },
  compile: { outfile: `dist/${name}.new`, autoloadDotenv: false, autoloadBunfig: false, autoloadTsconfig: false, autoloadPackageJson: false },
});
for (const message of built.logs) console.error(message);
if (!built.success) process.exit(1);
// A running daemon keeps the old file; the name moves in one step.
renameSync(`dist/${name}.new`, `dist/${name}`);
console.error(`built dist/${name}`);
