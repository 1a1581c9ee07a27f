/**
 * The keyboard of a person, for the page in the picture. Keys go as keys; what an input method composes, what a phone's
 * keyboard writes and what is pasted goes as text. F6 is the way out: it is told, and does not reach the page.
 */
import type { FromViewer } from "../stream/messages.ts";
import { element } from "./elements.ts";
import { modifiersOf } from "./pointer.ts";

export interface KeyboardHost {
  /** Keys go to the picture; else they do here what they always do, and Tab goes on. */
  takesKeys(): boolean;
  say(message: FromViewer): void;
  /** The person wants the keyboard back. */
  leave(): void;
}

const IS_MAC = /mac|iphone|ipad/i.test(navigator.platform);
const CONTROL = 2;
const META = 4;

export const field = element("keys", HTMLTextAreaElement);

export function listenToKeyboard(host: KeyboardHost): void {
  /** Keys that are down in the page, by their place. */
  const held = new Map<string, FromViewer & { t: "key" }>();
  let isComposing = false;

  const key = (event: KeyboardEvent, down: boolean): FromViewer & { t: "key" } => ({
    t: "key",
    down,
    ...plain(event),
    code: event.code.slice(0, 64),
    keyCode: event.keyCode,
    location: event.location,
    repeat: event.repeat,
    text: down ? textOf(event) : "",
  });
  const stroke = (name: string, code: string, keyCode: number, text = "") => {
    const one = { t: "key", key: name, code, keyCode, location: 0, repeat: false, mods: 0 } as const;
    host.say({ ...one, down: true, text });
    host.say({ ...one, down: false, text: "" });
  };
  const letGo = () => {
    for (const one of held.values()) host.say({ ...one, down: false, repeat: false, mods: 0, text: "" });
    held.clear();
  };

  field.addEventListener("keydown", (event) => {
    if (!host.takesKeys()) return;
    if (event.key === "F6") {
      event.preventDefault();
      return host.leave();
    }
    // An input method has it, or the key is dead until the next one: what comes of it arrives as input.
    if (event.isComposing || isComposing || event.keyCode === 229 || /^(Dead|Process|Unidentified)$/.test(event.key))
      return;
    const { key: name, mods } = plain(event);
    if ((mods & CONTROL) !== 0 && (mods & 1) === 0) {
      const letter = name.toLowerCase();
      // The browser's own paste event carries the clipboard, which no script may read unasked.
      if (letter === "v") return;
      if (letter === "c" || letter === "x") {
        event.preventDefault();
        return host.say({ t: "copy", cut: letter === "x" });
      }
    }
    event.preventDefault();
    const pressed = key(event, true);
    held.set(event.code || event.key, pressed);
    host.say(pressed);
  });
  field.addEventListener("keyup", (event) => {
    if (!host.takesKeys()) return;
    if (!held.delete(event.code || event.key)) return;
    event.preventDefault();
    host.say(key(event, false));
    // A Mac tells no release of a key while Command is held.
    if (event.key === "Meta") letGo();
  });
  field.addEventListener("compositionstart", () => {
    isComposing = true;
  });
  field.addEventListener("compositionend", ({ data }) => {
    isComposing = false;
    if (data && host.takesKeys()) host.say({ t: "text", text: data });
    field.value = "";
  });
  field.addEventListener("beforeinput", (event) => {
    if (!host.takesKeys()) event.preventDefault();
    if (event.defaultPrevented || isComposing || event.isComposing || !event.cancelable) return;
    event.preventDefault();
    if (event.inputType === "deleteContentBackward") stroke("Backspace", "Backspace", 8);
    else if (event.inputType === "deleteContentForward") stroke("Delete", "Delete", 46);
    else if (/^insert(LineBreak|Paragraph)$/.test(event.inputType)) stroke("Enter", "Enter", 13, "\r");
    else if (event.inputType !== "insertFromPaste" && event.data) host.say({ t: "text", text: event.data });
  });
  field.addEventListener("input", () => {
    // Phones that let nothing be prevented have written it here.
    if (isComposing) return;
    if (field.value && host.takesKeys()) host.say({ t: "text", text: field.value });
    field.value = "";
  });
  field.addEventListener("paste", (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text && host.takesKeys()) host.say({ t: "text", text: text.slice(0, 900_000) });
  });
  field.addEventListener("blur", letGo);
}

/** Command of a Mac is Control in the browser that is shown. */
function plain(event: KeyboardEvent): { key: string; mods: number } {
  let mods = modifiersOf(event);
  let { key } = event;
  if (IS_MAC && (mods & META) !== 0) mods = (mods & ~META) | CONTROL;
  if (IS_MAC && key === "Meta") key = "Control";
  // A third level (AltGr, or Option on a Mac) is part of the character and no modifier.
  if (isThirdLevel(event)) mods &= ~(1 | CONTROL);
  return { key: key.slice(0, 64), mods };
}

function isThirdLevel(event: KeyboardEvent): boolean {
  if ([...event.key].length !== 1) return false;
  return event.getModifierState("AltGraph") || (IS_MAC && event.altKey && !event.metaKey && !event.ctrlKey);
}

function textOf(event: KeyboardEvent): string {
  if (event.key === "Enter") return "\r";
  const isCharacter = [...event.key].length === 1;
  return isCharacter && (plain(event).mods & (1 | CONTROL | META)) === 0 ? event.key : "";
}
