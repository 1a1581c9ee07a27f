/** The runtimes of Bun that executables are made of: packages of npm, pinned by `package-lock.json`. */
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import lock from "../../package-lock.json" with { type: "json" };
import type { Target } from "./targets.ts";

const CACHE = join(import.meta.dir, "..", "..", ".cache", "runtimes");

export interface Runtime {
  /** Path of the executable. */
  path: string;
  /** Name and version of the package. */
  name: string;
  version: string;
  /** SHA-512 of the package, in hexadecimal. */
  sha512: string;
}

/**
 * The runtime for a target. Its package is fetched with npm once, kept in `.cache/runtimes`, and checked against the
 * SHA-512 of the lock file each time.
 */
export async function runtimeFor(target: Target): Promise<Runtime> {
  const { version, sha512 } = lockedPackage(target.runtime);
  const name = `${target.runtime.slice(1).replace("/", "-")}-${version}.tgz`;
  const file = join(CACHE, name);
  if (!existsSync(file)) await fetchPackage(`${target.runtime}@${version}`, name);
  const found = new Bun.CryptoHasher("sha512").update(readFileSync(file)).digest("hex");
  if (found !== sha512) throw new Error(`${file} does not match package-lock.json: remove it and try again`);
  const folder = file.slice(0, -".tgz".length);
  const path = join(folder, "package", "bin", target.format === "PE" ? "bun.exe" : "bun");
  if (!existsSync(path)) await unpack(file, folder);
  return { path, name: target.runtime, version, sha512 };
}

interface Locked {
  version: string;
  sha512: string;
}

function lockedPackage(name: string): Locked {
  const entry = (lock.packages as Record<string, { version?: string; integrity?: string }>)[`node_modules/${name}`];
  const sha512 = entry?.integrity?.replace(/^sha512-/, "");
  if (!entry?.version || !sha512) throw new Error(`package-lock.json has no ${name}`);
  return { version: entry.version, sha512: Buffer.from(sha512, "base64").toString("hex") };
}

async function fetchPackage(spec: string, name: string): Promise<void> {
  console.error(`downloading ${spec}`);
  const folder = join(CACHE, `.${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const npm = Bun.spawn(["npm", "pack", "--silent", "--pack-destination", folder, spec], {
    cwd: folder,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await npm.exited) !== 0) throw new Error(`npm pack ${spec} failed`);
  renameSync(join(folder, name), join(CACHE, name));
}

/** Beside, then renamed: what was cut short is not taken for a runtime. */
async function unpack(file: string, folder: string): Promise<void> {
  const fresh = `${folder}.${process.pid}`;
  await new Bun.Archive(await Bun.file(file).bytes()).extract(fresh);
  if (!existsSync(join(fresh, "package"))) throw new Error(`${basename(file)} is not a package of npm`);
  renameSync(fresh, folder);
}
