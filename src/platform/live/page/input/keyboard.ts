/**
 * Sends the keyboard of a viewer to the browser: keys as keys; text of input methods, phone keyboards and the clipboard as text.
 * F6 leaves the picture.
 */
import type { FromViewer } from "../../stream/messages.ts";
import { isDeadKey, plain, textOf } from "./keys.ts";
import { ALT, CONTROL } from "./modifiers.ts";

export interface KeyboardHost {
  /** True if keys go to the browser; otherwise they keep their usual function here. */
  takesKeys(): boolean;
  send(message: FromViewer): void;
  /** Moves the focus out of the picture. */
  leave(): void;
}

type KeyMessage = FromViewer & { t: "key" };

/** Maximum characters of a pasted text. */
const MAX_PASTE = 900_000;

/** Keys for edits of phone keyboards: name, code, number, text. */
const EDITS: Readonly<Record<string, readonly [name: string, keyCode: number, text: string]>> = {
  deleteContentBackward: ["Backspace", 8, ""],
  deleteContentForward: ["Delete", 46, ""],
  insertLineBreak: ["Enter", 13, "\r"],
  insertParagraph: ["Enter", 13, "\r"],
};

/** Listens to a text field. */
export class Keyboard {
  readonly #field: HTMLTextAreaElement;
  readonly #host: KeyboardHost;
  /** Pressed keys by their code. */
  readonly #pressed = new Map<string, KeyMessage>();
  #isComposing = false;

  constructor(field: HTMLTextAreaElement, host: KeyboardHost) {
    this.#field = field;
    this.#host = host;
    field.addEventListener("keydown", (event) => this.#down(event));
    field.addEventListener("keyup", (event) => this.#up(event));
    field.addEventListener("compositionstart", () => {
      this.#isComposing = true;
    });
    field.addEventListener("compositionend", ({ data }) => {
      this.#isComposing = false;
      this.#type(data);
    });
    field.addEventListener("beforeinput", (event) => this.#edit(event));
    // Phone keyboards that ignore `preventDefault` have written into the field.
    field.addEventListener("input", () => {
      if (!this.#isComposing) this.#type(field.value);
    });
    field.addEventListener("paste", (event) => {
      event.preventDefault();
      this.#type(event.clipboardData?.getData("text/plain").slice(0, MAX_PASTE) ?? "");
    });
    field.addEventListener("blur", () => this.#releaseAll());
  }

  #type(text: string): void {
    if (text && this.#host.takesKeys()) this.#host.send({ t: "text", text });
    this.#field.value = "";
  }

  #down(event: KeyboardEvent): void {
    if (!this.#host.takesKeys()) return;
    if (event.key === "F6") {
      event.preventDefault();
      this.#host.leave();
      return;
    }
    // The key belongs to an input method or is a dead key: its text arrives as input.
    if (this.#isComposing || isDeadKey(event)) return;
    const letter = clipboardLetter(event);
    // The paste event carries the clipboard, which scripts cannot read otherwise.
    if (letter === "v") return;
    event.preventDefault();
    if (letter === "c" || letter === "x") {
      this.#host.send({ t: "copy", cut: letter === "x" });
      return;
    }
    const pressed = messageOf(event, true);
    this.#pressed.set(event.code || event.key, pressed);
    this.#host.send(pressed);
  }

  #up(event: KeyboardEvent): void {
    if (!this.#host.takesKeys() || !this.#pressed.delete(event.code || event.key)) return;
    event.preventDefault();
    this.#host.send(messageOf(event, false));
    // macOS reports no release of keys while Command is pressed.
    if (event.key === "Meta") this.#releaseAll();
  }

  #releaseAll(): void {
    for (const one of this.#pressed.values())
      this.#host.send({ ...one, down: false, repeat: false, mods: 0, text: "" });
    this.#pressed.clear();
  }

  #edit(event: InputEvent): void {
    if (!this.#host.takesKeys()) event.preventDefault();
    if (event.defaultPrevented || this.#isComposing || event.isComposing || !event.cancelable) return;
    event.preventDefault();
    const edit = EDITS[event.inputType];
    if (edit) this.#stroke(...edit);
    else if (event.inputType !== "insertFromPaste" && event.data) this.#host.send({ t: "text", text: event.data });
  }

  #stroke(name: string, keyCode: number, text: string): void {
    const key = { t: "key", key: name, code: name, keyCode, location: 0, repeat: false, mods: 0 } as const;
    this.#host.send({ ...key, down: true, text });
    this.#host.send({ ...key, down: false, text: "" });
  }
}

/** The letter pressed with Control, or Command on a Mac. */
function clipboardLetter(event: KeyboardEvent): string | undefined {
  const { key, mods } = plain(event);
  return (mods & CONTROL) !== 0 && (mods & ALT) === 0 ? key.toLowerCase() : undefined;
}

function messageOf(event: KeyboardEvent, down: boolean): KeyMessage {
  const { keyCode, location, repeat } = event;
  const code = event.code.slice(0, 64);
  return { t: "key", down, ...plain(event), code, keyCode, location, repeat, text: down ? textOf(event) : "" };
}
