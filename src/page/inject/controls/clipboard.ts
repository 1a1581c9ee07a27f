/**
 * The clipboard, reached by the browser's own events of copying and pasting: they need no permission and no secure page. What we start is
 * heard here alone; the page learns nothing of it. A paste that is meant for the page goes through.
 */
import { focused } from "../dom/reachable.ts";

let toCopy: string | undefined;
let isReading = false;
let result: string | undefined;
let isListening = false;

/** Prepares for the copy command, which puts the text on the clipboard, or without a text for the paste command, which reads it. */
export function armClipboard(text: string | null): void {
  toCopy = text ?? undefined;
  isReading = text === null;
  result = undefined;
  if (isListening) return;
  isListening = true;
  for (const type of ["copy", "paste", "keydown", "keyup"]) addEventListener(type, take, { capture: true });
}

/** What was read or written; null when the command did not come. Ends the listening. */
export function clipboardResult(): string | null {
  toCopy = undefined;
  isReading = false;
  return result ?? null;
}

function take(event: Event): void {
  if (!event.isTrusted || (toCopy === undefined && !isReading)) return;
  if (event instanceof ClipboardEvent && event.type === "copy" && toCopy !== undefined) {
    event.clipboardData?.setData("text/plain", toCopy);
    result = toCopy;
  } else if (event instanceof ClipboardEvent && event.type === "paste" && isReading)
    result = event.clipboardData?.getData("text/plain") ?? "";
  else if (!(event instanceof KeyboardEvent && event.key === "Unidentified")) return;
  event.stopImmediatePropagation();
  // The key itself must stay: the command comes with it.
  if (event instanceof ClipboardEvent) event.preventDefault();
}

/**
 * Pastes without any clipboard: an event with the text at what has the focus. True when the page took it; else it is to be inserted.
 */
export function pasteEvent(text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const target = focused() ?? document.body;
  return !target.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}
