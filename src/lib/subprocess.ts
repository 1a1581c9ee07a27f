/** Runs short-lived helper programs. */
import { rejectOnAbort } from "./deadline.ts";

export interface CommandResult {
  ok: boolean;
  output: string;
  /** What it wrote to stderr, or why it could not be started. */
  errors: string;
}

/** Runs a command until it ends. When the signal is aborted, kills it with all its children and throws the reason. */
export async function runToEnd(command: readonly string[], signal: AbortSignal): Promise<CommandResult> {
  signal.throwIfAborted();
  let child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  try {
    // A process group of its own, because killing only a start script would leave the real program running.
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
    // It has ended already.
  }
}
