/** Paths of the home folder and of the files of a session. Creates nothing. */
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure } from "../errors.ts";
import { MAX_SOCKET_PATH, SESSION_NAME } from "./limits.ts";

/** `SVC_HOME`, otherwise `~/.svc`. Absolute. */
export function homeFolder(): string {
  const set = process.env.SVC_HOME;
  return set ? resolve(set) : join(homedir(), ".svc");
}

export function configFile(home: string): string {
  return join(home, "config.json");
}

export function logFile(home: string): string {
  return join(home, "cli.log");
}

export function browsersFolder(home: string): string {
  return join(home, "browsers");
}

/** Downloaded programs of other projects. */
export function binFolder(home: string): string {
  return join(home, "bin");
}

export function tunnelsFolder(home: string): string {
  return join(home, "tunnels");
}

export interface TunnelFiles {
  readonly metadata: string;
  /** The output of the tunnel's process. */
  readonly log: string;
  readonly lock: string;
}

/** The files of the tunnel of one local port. */
export function tunnelFiles(home: string, port: number): TunnelFiles {
  const base = join(tunnelsFolder(home), String(port));
  return { metadata: `${base}.json`, log: `${base}.log`, lock: `${base}.lock` };
}

/** Downloads of a session. They stay after it has ended. */
export function downloadsFolder(home: string, session: string): string {
  return join(home, "downloads", session);
}

/** Files of the agent of a session. */
export function workspaceFolder(home: string, session: string): string {
  return join(home, "workspaces", session);
}

export interface SessionFiles {
  readonly state: string;
  readonly socket: string;
  readonly pid: string;
  readonly lock: string;
  /** Why the session ended, until a command has reported it. */
  readonly lost: string;
  /** Everything that belongs to one run of the daemon, profile folders included. */
  readonly run: string;
}

/** The files of one session. When the socket path is too long for the system, it lies in the temporary folder. */
export function sessionFiles(home: string, name: string): SessionFiles {
  const base = join(home, name);
  return {
    state: `${base}.state.json`,
    socket: socketPath(home, name),
    pid: `${base}.pid`,
    lock: `${base}.lock`,
    lost: `${base}.lost`,
    run: shortRunFolder(join(home, "run", name)),
  };
}

/** A browser creates a socket below this folder: `/browser-XXXXXX/org.chromium.Chromium.XXXXXX/SingletonSocket`. */
const MAX_RUN_PATH = MAX_SOCKET_PATH - 60;

/**
 * The folder in which browsers run. A browser crashes when the path of its socket is too long, so a long path is
 * replaced by one in the temporary folder.
 */
export function shortRunFolder(direct: string): string {
  return Buffer.byteLength(direct) <= MAX_RUN_PATH ? direct : join(shortFolder(), shortName(direct));
}

function shortName(path: string): string {
  // Bun's own hasher, because importing node:crypto costs 2.5 ms of a start of 5 ms.
  return new Bun.CryptoHasher("sha256").update(path).digest("hex").slice(0, 16);
}

function socketPath(home: string, name: string): string {
  const direct = join(home, `${name}.sock`);
  if (Buffer.byteLength(direct) <= MAX_SOCKET_PATH) return direct;
  return join(shortFolder(), `${shortName(direct)}.sock`);
}

/** The folder for files whose path below the home would be too long: one per user, in the system's temporary folder. */
export function shortFolder(): string {
  return join(tmpdir(), `svc-${process.getuid?.() ?? "user"}`);
}

/** Returns the name. Throws `usage` when it is not a session name; names become part of file names. */
export function checkSessionName(name: string): string {
  if (SESSION_NAME.test(name)) return name;
  // The name was left out, and the next option was read in its place.
  if (name.startsWith("--"))
    throw new Failure(
      "usage",
      `${name.slice(0, 60)} is an option, not a session name`,
      "Write `svc --session work …`.",
    );
  throw new Failure(
    "usage",
    `invalid session name '${name.slice(0, 60)}': only letters, digits, hyphens and underscores, at most 100`,
    "Choose a name like `svc --session work …`.",
  );
}
