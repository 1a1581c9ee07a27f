/**
 * Uses the clipboard by the browser's own copy and paste events, which need no permission and no secure page. Only this
 * world receives the events that it started. Pastes for the page are not affected.
 */
import { focused } from "../dom/reachable.ts";

let toCopy: string | undefined;
let isReading = false;
let result: string | undefined;
let isListening = false;

/** Prepares for a copy command, which writes `text` to the clipboard, or with null for a paste command, which reads it. */
export function armClipboard(text: string | null): void {
  toCopy = text ?? undefined;
  isReading = text === null;
  result = undefined;
  if (isListening) return;
  isListening = true;
  for (const type of ["copy", "paste", "keydown", "keyup"]) addEventListener(type, onEvent, { capture: true });
}

/** The text that was read or written; null when no command came. Stops handling events. */
export function clipboardResult(): string | null {
  toCopy = undefined;
  isReading = false;
  return result ?? null;
}

function onEvent(event: Event): void {
  if (!event.isTrusted || (toCopy === undefined && !isReading)) return;
  if (event instanceof ClipboardEvent && event.type === "copy" && toCopy !== undefined) {
    event.clipboardData?.setData("text/plain", toCopy);
    result = toCopy;
  } else if (event instanceof ClipboardEvent && event.type === "paste" && isReading)
    result = event.clipboardData?.getData("text/plain") ?? "";
  else if (!(event instanceof KeyboardEvent && event.key === "Unidentified")) return;
  event.stopImmediatePropagation();
  // The key event itself must not be prevented, because it triggers the command.
  if (event instanceof ClipboardEvent) event.preventDefault();
}

/** Sends a paste event to the focused element. True when the page handled it; otherwise the caller inserts the text. */
export function pasteEvent(text: string): boolean {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const target = focused() ?? document.body;
  return !target.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
  );
}
