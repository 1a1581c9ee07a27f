/** All failure codes with their exit codes and HTTP statuses. They are the contract for scripts; messages may change. */

interface FailureClass {
  /** Exit code of the process. */
  readonly exit: number;
  /** HTTP status of the same failure on the platform. */
  readonly http: number;
  /** True when the same call may succeed when it is repeated. */
  readonly retry: boolean;
  readonly meaning: string;
}

export const FAILURES = {
  navigation: { exit: 1, http: 502, retry: true, meaning: "The page could not be loaded" },
  dialog: { exit: 1, http: 409, retry: true, meaning: "The page opened a dialog that must be answered first" },
  script: { exit: 1, http: 422, retry: false, meaning: "JavaScript in the page, or Python code, threw an error" },
  covered: { exit: 1, http: 409, retry: true, meaning: "Another element is in front and would receive the event" },
  disabled: { exit: 1, http: 409, retry: true, meaning: "The element is disabled or read-only" },
  hidden: { exit: 1, http: 409, retry: true, meaning: "The element is not visible" },
  unsuitable: { exit: 1, http: 422, retry: false, meaning: "The command does not work on this kind of element" },
  no_option: { exit: 1, http: 422, retry: false, meaning: "The select list has no such option" },
  bad_file: { exit: 1, http: 422, retry: false, meaning: "The content of a file is invalid" },
  io: { exit: 1, http: 500, retry: false, meaning: "A file or folder could not be read or written" },
  download: {
    exit: 1,
    http: 502,
    retry: true,
    meaning: "A download failed, or its checksum or signature is wrong",
  },
  denied: { exit: 1, http: 403, retry: false, meaning: "A safety setting forbids it" },
  unconfirmed: {
    exit: 1,
    http: 403,
    retry: false,
    meaning: "A safety setting requires a person's confirmation, and none was given",
  },
  missing_program: { exit: 1, http: 503, retry: false, meaning: "A required program is not installed" },
  no_model: { exit: 1, http: 422, retry: false, meaning: "No language model is configured" },
  model: {
    exit: 1,
    http: 502,
    retry: true,
    meaning: "The language model did not answer, or its answer is invalid",
  },
  tunnel: { exit: 1, http: 502, retry: true, meaning: "The tunnel did not start" },
  api: { exit: 1, http: 502, retry: true, meaning: "The platform could not be reached, or failed" },
  unhealthy: { exit: 1, http: 503, retry: false, meaning: "doctor found a problem that stops svc from working" },
  task: { exit: 2, http: 422, retry: false, meaning: "The agent ended without completing its task" },
  usage: { exit: 2, http: 400, retry: false, meaning: "The command line or an argument is wrong" },
  conflict: {
    exit: 2,
    http: 409,
    retry: false,
    meaning: "The session already runs with other options or another version of svc",
  },
  api_refused: { exit: 2, http: 400, retry: false, meaning: "The platform refused the request" },
  not_found: { exit: 3, http: 404, retry: false, meaning: "No such index, tab, session, file or setting" },
  ambiguous: { exit: 3, http: 409, retry: false, meaning: "Several elements match; choose one" },
  stale: { exit: 3, http: 410, retry: false, meaning: "The element is gone, or the page around it changed" },
  no_key: { exit: 4, http: 401, retry: false, meaning: "The platform's API key is missing or was refused" },
  timeout: { exit: 5, http: 504, retry: true, meaning: "The command took longer than its timeout" },
  no_browser: { exit: 6, http: 503, retry: false, meaning: "No browser is installed or running" },
  launch: { exit: 6, http: 503, retry: true, meaning: "The browser did not start" },
  refused: { exit: 6, http: 502, retry: true, meaning: "Nothing accepts connections at the address" },
  not_a_browser: { exit: 6, http: 502, retry: false, meaning: "The server at the address is not a browser" },
  closed: { exit: 6, http: 502, retry: true, meaning: "The browser, the tab or the connection was closed" },
  crashed: { exit: 6, http: 502, retry: true, meaning: "The page's process crashed" },
  daemon: { exit: 6, http: 503, retry: true, meaning: "The session's daemon did not start or does not answer" },
  internal: { exit: 70, http: 500, retry: false, meaning: "A bug in svc" },
  interrupted: { exit: 130, http: 499, retry: true, meaning: "Interrupted" },
} as const satisfies Record<string, FailureClass>;

export type FailureCode = keyof typeof FAILURES;

/** An error that the program throws on purpose. Any other error is a bug. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** One imperative sentence with the exact next command. */
  readonly hint: string | undefined;
  /** What was done before the failure. */
  data?: object;
  /** Finds out more before the failure is shown. Returns a new message. */
  elaborate?: () => Promise<string | undefined>;

  constructor(code: FailureCode, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Failure";
    this.code = code;
    this.hint = hint;
  }
}

/** Returns the error when it is a `Failure`; undefined when it is a bug. */
export function asFailure(error: unknown): Failure | undefined {
  return error instanceof Failure ? error : undefined;
}

/** Converts a file system error: `not_found` for a missing path, `io` otherwise. `what` reads "cannot write X". */
export function fileFailure(error: unknown, what: string): Failure {
  const code = (error as NodeJS.ErrnoException)?.code ?? "unknown error";
  const { reason, hint } = SYSTEM_ERRORS[code] ?? { reason: code };
  return new Failure(code === "ENOENT" ? "not_found" : "io", `${what}: ${reason}`, hint, { cause: error });
}

/** Converts an error of the operating system about a path or a process that no other code has classified. Undefined for any other error. */
export function systemFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || !Object.hasOwn(SYSTEM_ERRORS, code)) return undefined;
  return fileFailure(error, path === undefined ? `the system call ${syscall ?? ""} failed` : `cannot use ${path}`);
}

/** Reasons and hints for error codes of the operating system. */
const SYSTEM_ERRORS: Readonly<Record<string, { reason: string; hint?: string }>> = {
  ENOENT: { reason: "no such file or folder", hint: "Check the path; missing folders are not created." },
  EACCES: { reason: "permission denied", hint: "Choose another path, or run `ls -ld` to see who may use this one." },
  EPERM: {
    reason: "operation not permitted",
    hint: "Choose another path, or run `ls -ld` and `lsattr` to see who may use this one.",
  },
  EROFS: {
    reason: "the file system is read-only",
    hint: "Choose a path on another file system; SVC_HOME moves the folder of svc.",
  },
  ENOSPC: {
    reason: "the disk is full",
    hint: "Free some space (`df -h` shows where), or choose a path on another disk; SVC_HOME moves the folder of svc.",
  },
  EDQUOT: {
    reason: "your disk quota is used up",
    hint: "Remove files that you do not need, then run it again.",
  },
  EFBIG: { reason: "the file would be too large", hint: "Choose a path on another file system." },
  EIO: { reason: "the disk reports an error", hint: "Choose a path on another disk." },
  EISDIR: { reason: "it is a folder", hint: "Name a file." },
  ENOTDIR: { reason: "a part of the path is not a folder", hint: "Check the path." },
  ENOTEMPTY: { reason: "the folder is not empty" },
  EEXIST: { reason: "another file has that name" },
  EBUSY: { reason: "another program uses it", hint: "End that program, then run the command again." },
  ETXTBSY: { reason: "it is a running program", hint: "End that program, then run the command again." },
  EXDEV: { reason: "it is on another file system" },
  ENXIO: { reason: "no program reads or writes the other end" },
  ENODEV: { reason: "there is no such device" },
  ENAMETOOLONG: {
    reason: "the name is too long",
    hint: "Choose a shorter path: most systems allow 255 bytes for a name and 4,096 for all of it.",
  },
  ELOOP: { reason: "too many links", hint: "Name the file itself: the links lead in a circle." },
  EMFILE: { reason: "too many files are open", hint: "Allow more with `ulimit -n 4096`." },
  ENFILE: { reason: "too many files are open on this machine", hint: "End programs that you do not need." },
  ENOMEM: { reason: "there is not enough memory", hint: "End programs that you do not need." },
  EADDRINUSE: { reason: "another program listens there", hint: "Choose another port, or end that program." },
  EADDRNOTAVAIL: { reason: "this machine has no such address", hint: "Choose an address of this machine." },
  E2BIG: { reason: "the arguments are too long", hint: "Pass the text in a file or on standard input." },
};
