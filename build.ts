/**
 * Builds `dist/svc`: one executable for this platform. Bytecode and splitting keep the start at a few milliseconds, and
 * nothing of the folder a user stands in is loaded.
 */
import { renameSync } from "node:fs";

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

const built = await Bun.build({
  entrypoints: ["src/main.ts"],
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
