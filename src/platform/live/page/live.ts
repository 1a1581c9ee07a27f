/** The state of the live view: messages of the server and actions of the viewer. */
import type { FromViewer, ToViewer, ViewState } from "../stream/messages.ts";
import { REASONS } from "../stream/reasons.ts";
import { Keyboard } from "./input/keyboard.ts";
import { Pointer } from "./input/pointer.ts";
import { Picture, type Place } from "./picture.ts";
import { ServerConnection } from "./server-connection.ts";
import { type Shown, START } from "./shown.ts";
import { activeOf } from "./words.ts";

/** Properties of the components. */
export interface PartProps {
  shown: Shown;
  /** Undefined until the page is rendered. */
  live: Live | undefined;
}

/** Elements that the view paints on and listens to. */
export interface Elements {
  canvas: HTMLCanvasElement;
  stage: HTMLElement;
  keys: HTMLTextAreaElement;
  take: HTMLButtonElement;
}

const NOTE_MS = 5_000;
const POINTER_MS = 3_000;
const LOOKING_MS = 500;

export class Live {
  shown = START;
  readonly #elements: Elements;
  readonly #picture: Picture;
  readonly #connection: ServerConnection;
  readonly #render: () => void;
  /** The visibility last reported to the server. */
  #reportedVisibility: boolean | undefined;
  /** The picture was pressed while nobody had control: the server will grant it, and typed keys are sent already. */
  #hasPressed = false;
  #noteTimer: ReturnType<typeof setTimeout> | undefined;
  #pointerTimer: ReturnType<typeof setTimeout> | undefined;

  /** `render` is called after each change of `shown`. */
  constructor(elements: Elements, render: () => void) {
    this.#elements = elements;
    this.#render = render;
    this.#picture = new Picture(elements.canvas, elements.stage);
    new Pointer(this.#picture, this);
    new Keyboard(elements.keys, this);
    this.#connection = new ServerConnection({
      received: (message) => this.#received(message),
      picture: (bytes) => void this.#paint(bytes),
      lost: () => this.#change({ connection: "lost" }),
      expired: () => this.#end("This link has expired"),
    });
    document.addEventListener("visibilitychange", () => this.#reportVisibility());
    // A new page may be hidden at first and become visible without an event.
    setInterval(() => this.#reportVisibility(), LOOKING_MS);
  }

  canAct(): boolean {
    return this.shown.isInteractive === true && this.shown.connection === "open";
  }

  takesKeys(): boolean {
    return this.canAct() && (this.shown.browser?.isMine === true || this.#hasPressed);
  }

  send(message: FromViewer): void {
    this.#connection.send(message);
  }

  /** Focuses the picture. */
  focusPicture(): void {
    this.#elements.keys.focus({ preventScroll: true });
  }

  /** Removes the focus from the picture. */
  leave(): void {
    this.#elements.take.focus();
  }

  /** The picture got or lost the focus. */
  keyboardMoved(hasKeyboard: boolean): void {
    this.#change({ hasKeyboard });
  }

  /** The picture was pressed at a point of this page. */
  pressed(x: number, y: number): void {
    const { browser } = this.shown;
    // Explain why a press has no effect.
    if (browser?.holder && !browser.isMine) {
      this.#notify(`${browser.holder} has control. Press “Take over” to act.`);
      return;
    }
    this.#hasPressed = browser?.holder === null;
    this.#change({ copied: undefined });
    const { stage, keys } = this.#elements;
    const box = stage.getBoundingClientRect();
    // An input method opens its list here.
    Object.assign(keys.style, { left: `${x - box.left}px`, top: `${y - box.top}px` });
    this.focusPicture();
  }

  /** Takes or releases control. */
  take(): void {
    const isMine = this.shown.browser?.isMine === true;
    this.send({ t: isMine ? "release" : "take" });
    if (!isMine) this.focusPicture();
  }

  /** Answers an open list of choices; -1 chooses none. The browser's list stays open until then. */
  choose(index: number): void {
    if (!this.shown.choices) return;
    this.#change({ choices: undefined });
    this.send({ t: "choose", index });
    this.focusPicture();
  }

  closeCopied(): void {
    this.#change({ copied: undefined });
    this.focusPicture();
  }

  #change(part: Partial<Shown>): void {
    this.shown = { ...this.shown, ...part };
    this.#render();
  }

  #received(message: ToViewer): void {
    if (message.t === "hello") this.#greet(message.interactive);
    else if (message.t === "state") this.#follow(message);
    else if (message.t === "note") this.#notify(message.text);
    else if (message.t === "pointer") this.#point(this.#picture.placeOf(message));
    else if (message.t === "cursor") this.#elements.canvas.style.cursor = message.cursor;
    else if (message.t === "choices")
      this.#change({ choices: { options: message.options, at: this.#picture.placeOf(message) } });
    else if (message.t === "copied") void this.#copy(message.text);
    else if (message.t === "ended") this.#end("This browser has ended", REASONS[message.reason ?? ""]);
  }

  #greet(isInteractive: boolean): void {
    this.#change({ connection: "open", isInteractive });
    this.#reportedVisibility = undefined;
    this.#reportVisibility();
  }

  #follow(browser: ViewState): void {
    if (browser.holder !== null) this.#hasPressed = false;
    const isSame = browser.active === this.shown.browser?.active && activeOf(browser) !== undefined;
    if (!activeOf(browser)) this.#picture.clear();
    this.#change({
      browser,
      hasPicture: isSame && this.shown.hasPicture,
      ...(browser.isMine ? { pointer: undefined } : {}),
    });
  }

  #notify(note: string): void {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => this.#change({ note: "" }), NOTE_MS);
    this.#change({ note });
  }

  #point(pointer: Place): void {
    clearTimeout(this.#pointerTimer);
    this.#pointerTimer = setTimeout(() => this.#change({ pointer: undefined }), POINTER_MS);
    this.#change({ pointer });
  }

  /** Writes a text to the viewer's clipboard; if that is not allowed, shows it for copying. */
  async #copy(copied: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(copied);
      this.#notify("Copied.");
    } catch {
      this.#change({ copied });
    }
  }

  async #paint(bytes: ArrayBuffer): Promise<void> {
    const n = await this.#picture.paint(bytes);
    this.send({ t: "ack", n });
    if (!this.shown.hasPicture) this.#change({ hasPicture: true });
  }

  #reportVisibility(): void {
    const on = !document.hidden;
    if (this.shown.connection !== "open" || on === this.#reportedVisibility) return;
    this.#reportedVisibility = on;
    this.send({ t: "looking", on });
  }

  #end(title: string, text = ""): void {
    this.#connection.end();
    this.#picture.clear();
    const { browser } = this.shown;
    this.#change({
      ...{ ended: { title, text }, connection: "lost", isInteractive: false },
      ...{
        browser: browser && { ...browser, dialog: null },
        pointer: undefined,
        choices: undefined,
        copied: undefined,
      },
    });
  }
}
