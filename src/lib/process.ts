/** Identifies processes of this machine by PID and start time, because the system reuses PIDs. */
import { readdirSync, readFileSync } from "node:fs";

/** Identity of a process. The start time is opaque text that is equal only for the same process. */
export interface ProcessId {
  pid: number;
  start: string;
}

/** The start time of a live process as opaque text, or undefined when no process has that PID. Zombies count as gone. */
export function startTime(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      // The command name is in parentheses and may contain any character. The fields begin after the last one.
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

/** Kills a process and the process group that it leads. Does nothing when the PID belongs to another process. */
export function killGroup(id: ProcessId): void {
  if (!isAlive(id)) return;
  for (const target of process.platform === "win32" ? [id.pid] : [-id.pid, id.pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It leads no group, or is gone already.
    }
  }
}

/**
 * Kills what is left of a process group, even when its leader is gone. The system does not reuse a PID that still names
 * a group, so a group without its leader is the original one. Only for processes that this program started.
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

/** True while a process of the group lives. Without /proc, zombies count as alive. */
export function hasGroup(id: ProcessId): boolean {
  if (process.platform === "win32") return isAlive(id);
  try {
    process.kill(-id.pid, 0);
  } catch {
    return false;
  }
  return process.platform !== "linux" || livesInGroup(id.pid);
}

/** Empty when /proc cannot be read, for example without free file descriptors. */
function processes(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

/** Zombies stay in their group until their parent waits for them. In a container that may be never. */
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
