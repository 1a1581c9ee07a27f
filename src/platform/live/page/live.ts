/** The state of the live view: what the server told, and what the person does with it. */
import type { FromViewer, ToViewer, ViewState } from "../stream/messages.ts";
import { REASONS } from "../stream/reasons.ts";
import { Keyboard } from "./input/keyboard.ts";
import { Pointer } from "./input/pointer.ts";
import { Line } from "./line.ts";
import { Picture, type Place } from "./picture.ts";
import { type Shown, START } from "./shown.ts";
import { activeOf } from "./words.ts";

/** What the parts of the page get. */
export interface PartProps {
  shown: Shown;
  /** Undefined until the page is made. */
  live: Live | undefined;
}

/** Elements of the page that the view paints on and listens to. */
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
  readonly #line: Line;
  readonly #render: () => void;
  /** What the server knows of whether anybody sees this page. */
  #toldLooking: boolean | undefined;
  /** The picture was pressed while nobody had the control: the server gives it to us, and what is typed meanwhile counts. */
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
    this.#line = new Line({
      heard: (message) => this.#heard(message),
      picture: (bytes) => void this.#paint(bytes),
      lost: () => this.#change({ connection: "lost" }),
      expired: () => this.#end("This link has expired"),
    });
    document.addEventListener("visibilitychange", () => this.#tellLooking());
    // A page that is just being made may be hidden at first, and come to light without an event.
    setInterval(() => this.#tellLooking(), LOOKING_MS);
  }

  canAct(): boolean {
    return this.shown.isInteractive === true && this.shown.connection === "open";
  }

  takesKeys(): boolean {
    return this.canAct() && (this.shown.browser?.isMine === true || this.#hasPressed);
  }

  say(message: FromViewer): void {
    this.#line.say(message);
  }

  /** Moves the keyboard to the picture. */
  focusPicture(): void {
    this.#elements.keys.focus({ preventScroll: true });
  }

  /** Moves the keyboard out of the picture. */
  leave(): void {
    this.#elements.take.focus();
  }

  /** The keyboard came to the picture, or left it. */
  keyboardMoved(hasKeyboard: boolean): void {
    this.#change({ hasKeyboard });
  }

  /** The picture was pressed at a place of this page. */
  pressed(x: number, y: number): void {
    const { browser } = this.shown;
    // A press that does nothing says why.
    if (browser?.holder && !browser.isMine) {
      this.#tell(`${browser.holder} has the control. Press “Take over” to act.`);
      return;
    }
    this.#hasPressed = browser?.holder === null;
    this.#change({ copied: undefined });
    const { stage, keys } = this.#elements;
    const box = stage.getBoundingClientRect();
    // Here an input method opens its list.
    Object.assign(keys.style, { left: `${x - box.left}px`, top: `${y - box.top}px` });
    this.focusPicture();
  }

  /** Takes the control over, or gives it back. */
  take(): void {
    const isMine = this.shown.browser?.isMine === true;
    this.say({ t: isMine ? "release" : "take" });
    if (!isMine) this.focusPicture();
  }

  /** Answers an open choice; -1 for none of its options: the browser's own list is open until then. */
  choose(index: number): void {
    if (!this.shown.choices) return;
    this.#change({ choices: undefined });
    this.say({ t: "choose", index });
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

  #heard(message: ToViewer): void {
    if (message.t === "hello") this.#greet(message.interactive);
    else if (message.t === "state") this.#follow(message);
    else if (message.t === "note") this.#tell(message.text);
    else if (message.t === "pointer") this.#point(this.#picture.placeOf(message));
    else if (message.t === "cursor") this.#elements.canvas.style.cursor = message.cursor;
    else if (message.t === "choices")
      this.#change({ choices: { options: message.options, at: this.#picture.placeOf(message) } });
    else if (message.t === "copied") void this.#keep(message.text);
    else if (message.t === "ended") this.#end("This browser has ended", REASONS[message.reason ?? ""]);
  }

  #greet(isInteractive: boolean): void {
    this.#change({ connection: "open", isInteractive });
    this.#toldLooking = undefined;
    this.#tellLooking();
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

  #tell(note: string): void {
    clearTimeout(this.#noteTimer);
    this.#noteTimer = setTimeout(() => this.#change({ note: "" }), NOTE_MS);
    this.#change({ note });
  }

  #point(pointer: Place): void {
    clearTimeout(this.#pointerTimer);
    this.#pointerTimer = setTimeout(() => this.#change({ pointer: undefined }), POINTER_MS);
    this.#change({ pointer });
  }

  /** Brings a text to the person's clipboard; where the browser forbids that, to a field to copy it from. */
  async #keep(copied: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(copied);
      this.#tell("Copied.");
    } catch {
      this.#change({ copied });
    }
  }

  async #paint(bytes: ArrayBuffer): Promise<void> {
    const n = await this.#picture.paint(bytes);
    this.say({ t: "ack", n });
    if (!this.shown.hasPicture) this.#change({ hasPicture: true });
  }

  #tellLooking(): void {
    const on = !document.hidden;
    if (this.shown.connection !== "open" || on === this.#toldLooking) return;
    this.#toldLooking = on;
    this.say({ t: "looking", on });
  }

  #end(title: string, text = ""): void {
    this.#line.end();
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
