/** Runs programs in a network namespace, with mounts of their own. */
import { temporaryFolder } from "./folder.ts";

/** The words that run `script` after `setup`, both for a POSIX shell. `$1` is the folder in both. */
export function inNetwork(setup: string, folder: string, script: string): string[] {
  return ["unshare", "--net", "--mount", "sh", "-c", `${setup}\n${script}`, "sh", folder];
}

/** The reason why `setup` does not work on this machine; undefined when it works. */
export function whyNoNetwork(setup: string): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0) return "needs root";
  if (!Bun.which("ip") || !Bun.which("unshare")) return "needs the programs ip and unshare";
  using folder = temporaryFolder();
  const { success } = Bun.spawnSync(inNetwork(setup, folder.path, "true"), { stdout: "ignore", stderr: "ignore" });
  return success ? undefined : "this machine allows no network of its own";
}
