/** Short-lived helper programs, run to their end. */
import { rejectOnAbort } from "./deadline.ts";

export interface Ended {
  ok: boolean;
  output: string;
  /** What it wrote to stderr, or why it could not be run at all. */
  errors: string;
}

/** Runs a command to its end, however it ends. Aborted: it is killed with all it started, and the reason thrown. */
export async function runToEnd(command: readonly string[], signal: AbortSignal): Promise<Ended> {
  signal.throwIfAborted();
  let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  try {
    // A group of its own: start scripts leave the real program behind when they alone are killed.
    child = Bun.spawn([...command], {
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: process.platform !== "win32",
    });
  } catch (error) {
    return { ok: false, output: "", errors: error instanceof Error ? error.message : String(error) };
  }
  const kill = () => killAll(child);
  signal.addEventListener("abort", kill, { once: true });
  try {
    const end = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const [output, errors, code] = await Promise.race([end, rejectOnAbort(signal)]);
    return { ok: code === 0, output, errors };
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

function killAll(child: Bun.Subprocess): void {
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
