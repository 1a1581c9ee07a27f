/** Fetches packages from npm into a folder that git ignores, one folder per package and version. Knows no recipe. */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "..", ".cache", "peers");

/** The registry answers within this, or the package counts as one that cannot be had. */
const FETCH_MS = 300_000;

/** The `node_modules` that holds the package; throws where it cannot be had. */
export async function fetchPackage(name: string, version: string): Promise<string> {
  const folder = join(FOLDER, `${name.replace("/", "-")}@${version}`);
  if (!existsSync(folder)) await install(`${name}@${version}`, folder);
  return join(folder, "node_modules");
}

async function install(what: string, folder: string): Promise<void> {
  const npm = Bun.which("npm");
  if (npm === null) throw new Error("npm is missing");
  console.error(`fetching ${what}`);
  const fresh = `${folder}.${process.pid}.new`;
  mkdirSync(fresh, { recursive: true });
  try {
    // No scripts: they download browsers. By force: a version of Node that a peer does not name would get an older peer.
    const words = ["install", "--prefix", fresh, "--ignore-scripts", "--force", "--no-audit", "--no-fund"];
    const child = Bun.spawn([npm, ...words, "--fetch-retries=1", what], {
      cwd: fresh,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
      timeout: FETCH_MS,
    });
    const [errors, code] = await Promise.all([child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(/npm error .*/.exec(errors)?.[0] ?? `npm exited with ${code}`);
    makeRunnable(join(fresh, "node_modules", what.slice(0, what.lastIndexOf("@")), "bin"));
    // A fetch that was cut short is not taken for a whole one.
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What the skipped script would have done for binaries. */
function makeRunnable(bin: string): void {
  if (!existsSync(bin)) return;
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
}
