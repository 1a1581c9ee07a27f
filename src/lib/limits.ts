/** Values that several parts of the program must agree on. Imports nothing: the fast path loads this file. */

/** Bytes of a socket path: `sun_path` has 108 on Linux and 104 on macOS, one of them for the final NUL. */
export const MAX_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;

/** A session name becomes part of file names. Names that start with two hyphens are options. */
export const SESSION_NAME = /^(?!--)[a-zA-Z0-9_-]{1,100}$/;

/** The deadline of a command that declares none, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

/** The longest deadline, in milliseconds (23 days): timers hold little more. */
export const MAX_TIMEOUT_MS = 2_000_000_000;

/** The daemon ends a command at its deadline and replies; the client waits this much longer for that reply. */
export const REPLY_GRACE_MS = 700;

/** The longest life of a cloud browser, in minutes. */
export const MAX_BROWSER_MINUTES = 240;

/** Default size of a page, in CSS pixels. */
export const DEFAULT_VIEWPORT = { width: 1280, height: 720 } as const;
