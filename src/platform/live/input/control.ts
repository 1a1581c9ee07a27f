/**
 * Tracks which viewer has control of a browser: the last one that took it. Control survives a lost connection for a while. While
 * a viewer has control, the browser counts as used.
 */

/** A viewer that does not reconnect within this time loses control. */
const GRACE_MS = 60_000;

export interface Holder {
  readonly key: string;
  readonly name: string;
}

export class Control {
  #holder: Holder | undefined;
  #grace: Timer | undefined;
  readonly #changed: (isHeld: boolean) => void;

  /** `changed` is called when the holder changes. */
  constructor(changed: (isHeld: boolean) => void) {
    this.#changed = changed;
  }

  get holder(): Holder | undefined {
    return this.#holder;
  }

  take({ key, name }: Holder): void {
    this.#stopWaiting();
    if (this.#holder?.key === key) return;
    this.#holder = { key, name };
    this.#changed(true);
  }

  release(key: string): void {
    if (this.#holder?.key !== key) return;
    this.#stopWaiting();
    this.#holder = undefined;
    this.#changed(false);
  }

  /** The holder lost its connection. */
  lost(key: string): void {
    if (this.#holder?.key !== key) return;
    this.#stopWaiting();
    this.#grace = setTimeout(() => this.release(key), GRACE_MS);
  }

  /** The holder reconnected. */
  back(key: string): void {
    if (this.#holder?.key === key) this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }
}
