/** The Python of a session: started when it is first needed, kept as long as its browser, started anew when it is gone. */
import type { Browser } from "../browser/browser.ts";
import { Python } from "./child.ts";
import type { PythonSetup } from "./spawned.ts";

/** What a new process needs to know; the interpreter is looked for only then. */
export interface Starting extends Omit<PythonSetup, "executable"> {
  find(signal: AbortSignal): Promise<string>;
}

class SessionPython {
  readonly #browser: Browser;
  #python: Python | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
    // It also ends by itself when its pipe closes; here it is gone before the browser's end is told.
    void browser.connection.over.then(() => this.reset());
  }

  /** The process that runs, or undefined. */
  get running(): Python | undefined {
    return this.#python?.end === undefined ? this.#python : undefined;
  }

  async started({ find, ...setup }: Starting, signal: AbortSignal): Promise<Python> {
    // Code that was interrupted may still be ending, and the process with it.
    await this.#python?.settled(signal);
    if (this.running) return this.running;
    const python = await Python.start({ executable: await find(signal), ...setup }, signal);
    this.#python = python;
    void python.ended.then(({ how, isTold, isInterrupted }) => {
      if (isTold || this.#python !== python) return;
      const why = isInterrupted ? "Python did not stop after an interrupt and was killed" : `Python ended (${how})`;
      this.#browser.addEvent({ kind: "python", text: `${why}; its variables are lost` });
    });
    return python;
  }

  /** Ends the process, if one runs: the next one has an empty namespace. */
  reset(): void {
    const python = this.#python;
    this.#python = undefined;
    python?.kill();
  }
}

const sessions = new WeakMap<Browser, SessionPython>();

export function pythonOf(browser: Browser): SessionPython {
  const held = sessions.get(browser) ?? new SessionPython(browser);
  sessions.set(browser, held);
  return held;
}
