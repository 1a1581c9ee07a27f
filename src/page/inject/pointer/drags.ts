/** What becomes of a drag: whether a drop was accepted, and by what. Selected text is let go of first: it would be dragged instead. */
import type { Box, DropResult } from "../../core/library.ts";
import { boxOf } from "../dom/boxes.ts";
import { frame } from "../dom/motion.ts";
import { doc } from "../dom/plain.ts";
import { tagText } from "../hit-testing/covering.ts";
import { elementOf } from "../identity/registry.ts";

let result: DropResult = {};
let isListening = false;

export function beforeDrag(): void {
  result = {};
  deselect();
  if (isListening) return;
  isListening = true;
  addEventListener("drop", noteDrop, { capture: true });
}

export function afterDrag(): DropResult {
  return result;
}

function noteDrop(event: DragEvent): void {
  const [target] = event.composedPath();
  if (event.isTrusted) result = { dropped: true, ...(target instanceof Element ? { on: tagText(target) } : {}) };
}

/** Text that is selected where a drag begins is what a browser drags. */
function deselect(): void {
  const selection = getSelection();
  if (selection?.type === "Range") selection.removeAllRanges();
  const active = doc.activeElement;
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd } = active;
  if (selectionStart !== selectionEnd) active.setSelectionRange(selectionEnd, selectionEnd);
}

/** The element's box once it rests, or after `mostMs`; null when it is gone. */
export async function restingBox(id: number, mostMs: number): Promise<Box | null> {
  const end = performance.now() + mostMs;
  let before = "";
  for (;;) {
    await frame();
    const element = elementOf(id);
    if (!element) return null;
    const box = boxOf(element);
    const place = JSON.stringify(box);
    if (place === before || performance.now() >= end) return box;
    before = place;
  }
}
