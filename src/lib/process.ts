/** Processes of this machine by PID and start time. A PID alone is never trusted: the system gives it out again. */
import { readdirSync, readFileSync } from "node:fs";

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

/**
 * Ends what is left of the group that a process led, also when that process is gone. The system gives out no PID that
 * still names a group, so a group whose leader is dead is the one that we made. For processes that we started ourselves.
 */
export function killRest(id: ProcessId): void {
  if (process.platform === "win32" || id.start === "") return;
  const now = startTime(id.pid);
  if (now !== undefined && now !== id.start) return;
  try {
    process.kill(-id.pid, "SIGKILL");
  } catch {
    // Nothing is left of it.
  }
}

/** True while a process of that group lives. Where /proc is not, one that waits for its parent counts as alive. */
export function hasGroup(id: ProcessId): boolean {
  if (process.platform === "win32") return isAlive(id);
  try {
    process.kill(-id.pid, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || livesInGroup(id.pid);
}

/** None where it cannot be read: without free file descriptors nobody can tell. */
function processes(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Zombies keep their group until somebody reads how they ended: in a container that may be never. */
function livesInGroup(group: number): boolean {
  return processes().some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const [state, , of] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(of) === group && state !== "Z" && state !== "X";
    } catch {
      return false;
    }
  });
}
