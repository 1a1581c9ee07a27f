/** Starts an executable that was built: here, in an emulator, or in a folder with another C library as its root. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostTarget, type Target } from "./targets.ts";

export interface Tried {
  /** How it was run, in words. */
  how: string;
  /** What `--version` printed. */
  version: string;
  errors: string;
}

/** Runs `<path> --version`. Undefined where this machine cannot run executables of the target. */
export function tryVersion(path: string, target: Target): Tried | undefined {
  if (target.name === hostTarget().name) return run("run", [path]);
  const emulator = Bun.which("qemu-aarch64");
  if (target.name === "linux-arm64" && emulator && existsSync(ARM64_ROOT)) {
    return run("run with qemu-aarch64", [emulator, "-L", ARM64_ROOT, path]);
  }
  if (target.name === "linux-x64-musl" && canMakeMuslRoot()) return inMuslRoot(path);
  return undefined;
}

/** The C library for arm64, of Debian's package libc6-arm64-cross. */
const ARM64_ROOT = "/usr/aarch64-linux-gnu";

function run(how: string, command: string[]): Tried {
  const { stdout, stderr } = Bun.spawnSync([...command, "--version"], { stdin: "ignore", env: { PATH: "/bin" } });
  return { how, version: stdout.toString().trim(), errors: stderr.toString().trim() };
}

/** Of Debian's package musl. */
const MUSL = "/lib/ld-musl-x86_64.so.1";
const LIBRARIES = "/usr/lib/x86_64-linux-gnu";

function canMakeMuslRoot(): boolean {
  return (
    process.getuid?.() === 0 && existsSync(MUSL) && existsSync(`${LIBRARIES}/libstdc++.so.6`) && !!Bun.which("gcc")
  );
}

/** In a root like that of Alpine: no glibc is there. `musl-shim.c` says what stands for Alpine's C++ library. */
function inMuslRoot(path: string): Tried {
  const root = mkdtempSync(join(tmpdir(), "svc-musl-"));
  try {
    mkdirSync(join(root, "lib"));
    copyFileSync(realpathSync(MUSL), join(root, "lib/ld-musl-x86_64.so.1"));
    symlinkSync("ld-musl-x86_64.so.1", join(root, "lib/libc.musl-x86_64.so.1"));
    for (const name of ["libstdc++.so.6", "libgcc_s.so.1"]) {
      copyFileSync(realpathSync(join(LIBRARIES, name)), join(root, "lib", name));
    }
    const shim = "ld-linux-x86-64.so.2";
    const built = Bun.spawnSync(
      ["gcc", "-shared", "-fPIC", "-O1", "-nostdlib", `-Wl,-soname,${shim}`, "-o", join(root, "lib", shim), SHIM],
      { stderr: "pipe" },
    );
    if (built.exitCode !== 0) throw new Error(`gcc failed: ${built.stderr}`);
    copyFileSync(path, join(root, "svc"));
    return run("run in a root with musl", ["/usr/sbin/chroot", root, "/svc"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const SHIM = join(import.meta.dir, "musl-shim.c");
