/**
 * The keyboard of a person, for the page in the picture. Keys go as keys; what an input method composes, what a phone's
 * keyboard writes and what is pasted goes as text. F6 is the way out: it does not reach the page.
 */
import type { FromViewer } from "../../stream/messages.ts";
import { isDeadKey, plain, textOf } from "./keys.ts";
import { ALT, CONTROL } from "./modifiers.ts";

export interface KeyboardHost {
  /** Keys go to the picture. Otherwise they do here what they always do, and Tab goes on. */
  takesKeys(): boolean;
  say(message: FromViewer): void;
  /** The person wants the keyboard back. */
  leave(): void;
}

type KeyMessage = FromViewer & { t: "key" };

/** Characters of a pasted text that are sent. */
const MAX_PASTE = 900_000;

/** Keys that an edit of a phone's keyboard stands for: its name, code, number and text. */
const EDITS: Readonly<Record<string, readonly [name: string, keyCode: number, text: string]>> = {
  deleteContentBackward: ["Backspace", 8, ""],
  deleteContentForward: ["Delete", 46, ""],
  insertLineBreak: ["Enter", 13, "\r"],
  insertParagraph: ["Enter", 13, "\r"],
};

/** Listens on a text field from its construction on. */
export class Keyboard {
  readonly #field: HTMLTextAreaElement;
  readonly #host: KeyboardHost;
  /** Keys that are down in the page, by their place. */
  readonly #held = new Map<string, KeyMessage>();
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
    // Phones that let nothing be prevented have written into the field.
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
    if (text && this.#host.takesKeys()) this.#host.say({ t: "text", text });
    this.#field.value = "";
  }

  #down(event: KeyboardEvent): void {
    if (!this.#host.takesKeys()) return;
    if (event.key === "F6") {
      event.preventDefault();
      this.#host.leave();
      return;
    }
    // An input method has the key, or it is dead until the next one: what comes of it arrives as input.
    if (this.#isComposing || isDeadKey(event)) return;
    const letter = clipboardLetter(event);
    // The browser's own paste event carries the clipboard, which no script may read unasked.
    if (letter === "v") return;
    event.preventDefault();
    if (letter === "c" || letter === "x") {
      this.#host.say({ t: "copy", cut: letter === "x" });
      return;
    }
    const pressed = messageOf(event, true);
    this.#held.set(event.code || event.key, pressed);
    this.#host.say(pressed);
  }

  #up(event: KeyboardEvent): void {
    if (!this.#host.takesKeys() || !this.#held.delete(event.code || event.key)) return;
    event.preventDefault();
    this.#host.say(messageOf(event, false));
    // A Mac tells no release of a key while Command is held.
    if (event.key === "Meta") this.#releaseAll();
  }

  #releaseAll(): void {
    for (const one of this.#held.values()) this.#host.say({ ...one, down: false, repeat: false, mods: 0, text: "" });
    this.#held.clear();
  }

  #edit(event: InputEvent): void {
    if (!this.#host.takesKeys()) event.preventDefault();
    if (event.defaultPrevented || this.#isComposing || event.isComposing || !event.cancelable) return;
    event.preventDefault();
    const edit = EDITS[event.inputType];
    if (edit) this.#stroke(...edit);
    else if (event.inputType !== "insertFromPaste" && event.data) this.#host.say({ t: "text", text: event.data });
  }

  #stroke(name: string, keyCode: number, text: string): void {
    const key = { t: "key", key: name, code: name, keyCode, location: 0, repeat: false, mods: 0 } as const;
    this.#host.say({ ...key, down: true, text });
    this.#host.say({ ...key, down: false, text: "" });
  }
}

/** The letter that is pressed with Control, or Command on a Mac. */
function clipboardLetter(event: KeyboardEvent): string | undefined {
  const { key, mods } = plain(event);
  return (mods & CONTROL) !== 0 && (mods & ALT) === 0 ? key.toLowerCase() : undefined;
}

function messageOf(event: KeyboardEvent, down: boolean): KeyMessage {
  const { keyCode, location, repeat } = event;
  const code = event.code.slice(0, 64);
  return { t: "key", down, ...plain(event), code, keyCode, location, repeat, text: down ? textOf(event) : "" };
}
