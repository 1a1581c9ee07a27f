/** Processes of this machine by PID and start time. A PID alone is never trusted: the system gives it out again. */
import { readFileSync } from "node:fs";

/** Identity of a process: the start time is opaque text, equal only for the same process. */
export interface ProcessId {
  pid: number;
  start: string;
}

/** The start time of a live process as opaque text, or undefined when there is none of that PID (zombies count as gone). */
export function startTime(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      // The command name stands in parentheses and may hold anything; the fields begin after the last one.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return undefined;
      return fields[19];
    } catch {
      return undefined;
    }
  }
  const command =
    process.platform === "win32"
      ? ["powershell", "-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.Ticks`]
      : ["ps", "-o", "lstart=", "-p", String(pid)];
  const { stdout, success } = Bun.spawnSync(command, { stderr: "ignore" });
  const text = stdout.toString().trim();
  return success && text !== "" ? text : undefined;
}

export function identify(pid: number): ProcessId {
  return { pid, start: startTime(pid) ?? "" };
}

/** True while exactly this process lives. */
export function isAlive(id: ProcessId | undefined): boolean {
  return id !== undefined && id.start !== "" && startTime(id.pid) === id.start;
}

/** Ends a process and, where it leads one, its whole group. Does nothing unless it is still the same process. */
export function killGroup(id: ProcessId): void {
  if (!isAlive(id)) return;
  for (const target of process.platform === "win32" ? [id.pid] : [-id.pid, id.pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It led no group, or is gone already.
    }
  }
}
