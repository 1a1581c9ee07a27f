/** The Python process of a session. It starts when it is first needed and lives as long as the browser. A new one replaces one that has ended. */
import type { Browser } from "../browser/browser.ts";
import { Python } from "./child.ts";
import type { PythonSetup } from "./spawn-python.ts";

/** The setup of a new process. `find` looks for the interpreter only when it is needed. */
export interface PythonStart extends Omit<PythonSetup, "executable"> {
  find(signal: AbortSignal): Promise<string>;
}

class SessionPython {
  readonly #browser: Browser;
  #python: Python | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
    // The process also ends when its pipe closes. This kills it before the end of the browser is reported.
    void browser.connection.over.then(() => this.reset());
  }

  /** The running process, or undefined. */
  get running(): Python | undefined {
    return this.#python?.end === undefined ? this.#python : undefined;
  }

  async started({ find, ...setup }: PythonStart, signal: AbortSignal): Promise<Python> {
    // Interrupted code may still be ending, and the process with it.
    await this.#python?.settled(signal);
    if (this.running) return this.running;
    const python = await Python.start({ executable: await find(signal), ...setup }, signal);
    this.#python = python;
    void python.ended.then(({ how, isReported, isInterrupted }) => {
      if (isReported || this.#python !== python) return;
      const why = isInterrupted ? "Python did not stop after an interrupt and was killed" : `Python ended (${how})`;
      this.#browser.addEvent({ kind: "python", text: `${why}; its variables are lost` });
    });
    return python;
  }

  /** Ends the process. The next one has no variables. */
  reset(): void {
    const python = this.#python;
    this.#python = undefined;
    python?.kill();
  }
}

const sessions = new WeakMap<Browser, SessionPython>();

export function pythonOf(browser: Browser): SessionPython {
  const python = sessions.get(browser) ?? new SessionPython(browser);
  sessions.set(browser, python);
  return python;
}
