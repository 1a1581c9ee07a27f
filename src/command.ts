/**
 * What a command is. Argv, a socket message and a tool call are ways to write the same arguments; text and JSON are
 * ways to read the same result. Knows types alone: it runs nothing.
 */

import type { Args, ArgsOf } from "./args.ts";
import type { Outcome } from "./outcome.ts";

/** What was asked of the browser when a session started. Compared as asked, never with what it became. */
export interface LaunchOptions {
  headed?: boolean | undefined;
  /** Directory or display name of a profile of the user's own browser. */
  profile?: string | undefined;
  cdpUrl?: string | undefined;
  /** Attach to a browser that already runs on this machine. */
  connect?: boolean | undefined;
  /** A browser of the cloud platform, rented for the session and stopped with it. */
  remote?: boolean | undefined;
  /** How that one is asked for, where the line says it; the settings say the rest. */
  remoteProfile?: string | undefined;
  /** Country code, or `none`. */
  remoteProxy?: string | undefined;
  remoteMinutes?: number | undefined;
  remoteRecording?: "true" | "false" | undefined;
  /** Hosts whose certificate is accepted, whatever is wrong with it. */
  acceptCert?: string | undefined;
  /** Path of a file of authorities to trust. */
  caCert?: string | undefined;
  /** What the file of HTTP credentials holds. Kept as a digest. */
  httpCredentials?: string | undefined;
  permissions?: string | undefined;
  /** Pages tell which permissions they asked for and were refused. */
  reportPermissions?: boolean | undefined;
  geolocation?: string | undefined;
  viewportSize?: string | undefined;
  /** Path of the folder that downloads are saved in. */
  downloadsFolder?: string | undefined;
  /** Key of the platform for it. Never kept and never compared. */
  apiKey?: string | undefined;
}

/** One session as `sessions` shows it. */
export interface SessionInfo {
  name: string;
  phase: string;
  pid: number;
  config: string;
  options: LaunchOptions;
  /** Milliseconds without commands after which it ends by itself; 0 is never. */
  idleTimeoutMs: number;
  /** Of a browser of the cloud platform: the page that shows it. */
  liveUrl?: string;
}

/** The daemons of this home, for the few commands that run in the client. */
export interface Sessions {
  readonly current: string;
  list(): Promise<SessionInfo[]>;
  /** All of which there are files, those that are just ending included. */
  names(): string[];
  /** Ends the session and its browser. Undefined when none ran. */
  close(name: string, signal: AbortSignal, timeoutMs: number): Promise<Closed | undefined>;
  /** Restarts the idle sessions of other builds with another executable. Returns a line about each session of another build. */
  restartIdle(to: NewBuild): Promise<string[]>;
}

/** The executable that idle sessions are restarted with. */
export interface NewBuild {
  /** The words that run it. */
  svc: readonly string[];
  /** Its build, as daemons write it to their state file. */
  build: string;
  /** True for builds whose daemons may be restarted; those of other programs in the same home are left alone. */
  isOurs: (build: string) => boolean;
}

/** A session that was ended. */
export interface Closed {
  /** Why what its cloud browser did is not kept in its profile. */
  profileError?: string | undefined;
  /** Its browser, in words, where that is not ours: it keeps running. */
  leaves?: string | undefined;
}

/** A line as the command line reads it. */
export interface ParsedCommand {
  readonly command: AnyCommand;
  readonly args: Record<string, unknown>;
  /** The deadline that the line gives, in milliseconds. */
  readonly timeoutMs: number | undefined;
  /** Keys of the other options of every command that stand on it: `session`, `headed`. */
  readonly common: readonly string[];
}

export interface RunOptions {
  signal?: AbortSignal;
  /** Absent: the command's own. */
  timeoutMs?: number | undefined;
  progress?: ((message: string) => void) | undefined;
  output?: Output | undefined;
  /** A person has said yes to this very command. */
  confirmed?: boolean | undefined;
}

/**
 * Runs other commands of the list on the session of this one: from the client over one connection to its daemon, in the
 * daemon right there, within the turn of the command that asks. Never throws: a failure is an outcome.
 */
export interface CommandRunner {
  readonly commands: readonly AnyCommand[];
  /** Reads words as the command line does. Throws `usage`. */
  read(words: readonly string[]): ParsedCommand;
  run(command: AnyCommand, args: Record<string, unknown>, options?: RunOptions): Promise<Outcome>;
}

/** What every command is told of where it runs. */
export interface Place {
  /** Folder of svc. */
  readonly home: string;
  /** Name of the session. */
  readonly session: string;
  /** The caller's folder. */
  readonly cwd: string;
  readonly runner: CommandRunner;
  /** Of the caller's environment the variables that the command names in `environment`, as far as they are set. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * What a command gets, by what it needs. `nothing` runs in the client. The others run in the session's daemon; `browser/browser.ts`
 * declares them, so that this file does not depend on browsers and pages.
 */
export interface Contexts {
  nothing: Place & {
    readonly sessions: Sessions;
    /** What the line asks of a browser. */
    readonly launch: LaunchOptions;
  };
}

/** Writes what a command prints while it runs. Where it returns a promise, its reader is behind until that resolves. */
export interface Output {
  (text: string, stream: "stdout" | "stderr"): unknown;
  /** Writes bytes to standard output as they are; absent where a terminal or a program that reads text is there. */
  bytes?: (chunk: Uint8Array) => unknown;
}

export type Needs = keyof Contexts;

export interface Common<A extends Args> {
  readonly args: ArgsOf<A>;
  /** Aborted with a `Failure` as reason: the deadline passed, the client went, or the program was interrupted. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Tells a person on a terminal what is going on. Not data. */
  progress(message: string): void;
  /** Set where what the command prints is shown as it comes; it is then left out of the data. */
  readonly output?: Output | undefined;
}

export type Group =
  | "navigation"
  | "inspection"
  | "interaction"
  | "tabs"
  | "cookies"
  | "data"
  | "scripting"
  | "session"
  | "cloud"
  | "setup"
  | "help";

export interface Command<A extends Args = Args, N extends Needs = Needs, R extends object = object> {
  /** One word, or noun and verb: `tab list`; at most three. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: Group;
  readonly summary: string;
  /** `read` may run beside other commands and be repeated; `destroy` loses something. */
  readonly effect: "read" | "write" | "destroy";
  readonly needs: N;
  /**
   * It reads what the page shows: it waits until the page is at rest after an action. `pictures`: until fonts and images in
   * view are there too. Only where it needs a page; the list gives it the option `--settle`.
   */
  readonly settles?: "page" | "pictures";
  /** It runs for long and runs others: they, and those of the user, need not wait for its end. */
  readonly beside?: true;
  /** What it tells while it runs is for whoever called it, a program too: on standard error, as it comes. */
  readonly talks?: true;
  /** It can work while a dialog of the page is open; others on that tab are refused then. Only where it needs a page. */
  readonly whileDialog?: true;
  /** Launch options that the command itself asks for; those of its arguments where they say more. */
  readonly launch?: LaunchOptions | ((args: ArgsOf<A>) => LaunchOptions);
  /** Throws what can be told before a browser is started. `environment` is the caller's. */
  readonly beforeStart?: (args: ArgsOf<A>, at: { home: string; environment: NodeJS.ProcessEnv }) => void;
  /** It begins something new: it may take the place of a session that has ended by itself, where others fail once. */
  readonly begins?: true;
  /**
   * Variables of the caller's environment that the command reads: the daemon has that of whoever started it. A line of
   * such a command goes the slow path.
   */
  readonly environment?: readonly string[];
  /** Further ones, which the settings of the home name. */
  readonly environmentNames?: (home: string) => readonly string[];
  /** What it prints while it runs are whole answers: each has a fence of its own. */
  readonly printsAnswers?: true;
  /** It runs until it is interrupted: no deadline, no tool of MCP, no method of Python, no line of a batch. */
  readonly endless?: true;
  /** Deadline where the line gives none. */
  readonly timeoutMs?: number;
  /**
   * How long it may take to clean up once its deadline passed or it was interrupted, before it is left behind. Only where
   * something would cost or keep a secret otherwise: a browser rented elsewhere, a copy of a profile.
   */
  readonly graceMs?: number;
  /** Its answers hold nothing that a page said, though those of its group may: they are never fenced. */
  readonly pageless?: true;
  /** Its answers may hold what a page said, though those of its group do not: they are fenced where that is asked for. */
  readonly paged?: true;
  /** What `--help` tells besides, looked up when it is asked for; `words` are those that stand on the line behind it. */
  readonly more?: (asked: { home: string; words: readonly string[] }) => Promise<string>;
  /** True where these arguments take back a rule of safety that is in force: that needs a person's yes. */
  readonly loosens?: (args: ArgsOf<A>, home: string) => boolean;
  /** The argument that an address (`--text Save`) stands for, where several arguments name an element. */
  readonly addressed?: (args: ArgsOf<A>) => string;
  readonly args: A;
  readonly examples: readonly string[];
  run(context: Contexts[N] & Common<A>): Promise<R> | R;
  /** The text of the data, for terminals and tools. Pure. Absent: one `key: value` line per key. */
  /** `changes` is the tree of what it changed on the page, where that is told below. */
  readonly text?: (data: R, changes?: string) => string;
}

// biome-ignore lint/suspicious/noExplicitAny: the list holds commands of every argument and result type; `run` checks them at its border
export type AnyCommand = Command<any, any, any>;

/** Types a command's handler from its arguments and needs. */
export function command<const A extends Args, const N extends Needs, R extends object>(
  declared: Command<A, N, R>,
): Command<A, N, R> {
  return declared;
}

/** The default text: `key: value`, nested values as JSON, absent ones left out. */
export function keyValueLines(data: object): string {
  return Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
