/**
 * Who of several viewers has the control of a browser: the one who took it last. It outlives a break of the network, so
 * that nobody loses it by a bad line. While somebody has it the browser counts as used.
 */

/** Who was cut off and is not back after this time has let go. */
const GRACE_MS = 60_000;

export interface Holder {
  readonly key: string;
  readonly name: string;
}

export class Control {
  #holder: Holder | undefined;
  #grace: Timer | undefined;
  readonly #changed: (isHeld: boolean) => void;

  /** `changed` is called whenever somebody else, or nobody, has it. */
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

  /** The holder is cut off. */
  lost(key: string): void {
    if (this.#holder?.key !== key) return;
    this.#stopWaiting();
    this.#grace = setTimeout(() => this.release(key), GRACE_MS);
  }

  /** The holder is back. */
  back(key: string): void {
    if (this.#holder?.key === key) this.#stopWaiting();
  }

  #stopWaiting(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }
}
