import { until } from "../support/until.ts";
/** A program on a terminal of the test's own: keys go in, and what it shows is waited for. Knows no program. */

export interface Session {
  /** All text written so far, without escape sequences. */
  readonly shown: string;
  press(keys: string): void;
  /** Waits until the text is shown after the mark `since`; returns what was shown from there on. */
  sees(text: string | RegExp, since?: number): Promise<string>;
  /** The current position, for `sees`. */
  mark(): number;
  readonly exited: Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const ENTER = "\r";
export const TAB = "\t";
export const INTERRUPT = "\x03";
export const DOWN = "\x1b[B";

/** Escape sequences of terminals: CSI, OSC, short ones, and the bell. */
const ESCAPES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78DEHMNOZc]|\x07/g;

export function onTerminal(argv: string[], env: Record<string, string | undefined>, cwd: string): Session {
  let raw = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn(argv, {
    env: { ...process.env, SVC_SESSION: undefined, TERM: "xterm", ...env },
    cwd,
    terminal: {
      cols: 120,
      rows: 50,
      data: (_, bytes) => {
        raw += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const shown = () => raw.replace(ESCAPES, "");
  return {
    get shown() {
      return shown();
    },
    press: (keys) => void child.terminal?.write(keys),
    mark: () => shown().length,
    async sees(text, since = 0) {
      const found = () => shown().slice(since);
      const isShown = () => (typeof text === "string" ? found().includes(text) : text.test(found()));
      await until(isShown, `${text} is shown`).catch((error) => {
        throw new Error(`${error.message}
--- shown:
${found()}
--- raw: ${JSON.stringify(raw.slice(-2000))}`);
      });
      return found();
    },
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      child.terminal?.close();
    },
  };
}
