/** The result of a drag: whether a drop was accepted, and by which element. */
import type { Box } from "../../core/library.ts";
import type { DropResult } from "../../core/library-pointer.ts";
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
  addEventListener("drop", onDrop, { capture: true });
}

export function afterDrag(): DropResult {
  return result;
}

function onDrop(event: DragEvent): void {
  const [target] = event.composedPath();
  if (event.isTrusted) result = { dropped: true, ...(target instanceof Element ? { on: tagText(target) } : {}) };
}

/** Clears the text selection, because the browser would drag the selected text. */
function deselect(): void {
  const selection = getSelection();
  if (selection?.type === "Range") selection.removeAllRanges();
  const active = doc.activeElement;
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return;
  const { selectionStart, selectionEnd } = active;
  if (selectionStart !== selectionEnd) active.setSelectionRange(selectionEnd, selectionEnd);
}

/** The box of the element once it stopped moving, or after `maxMs`; null when the element is gone. */
export async function restingBox(id: number, maxMs: number): Promise<Box | null> {
  const end = performance.now() + maxMs;
  let before = "";
  for (;;) {
    await frame();
    const element = elementOf(id);
    if (!element) return null;
    const box = boxOf(element);
    const position = JSON.stringify(box);
    if (position === before || performance.now() >= end) return box;
    before = position;
  }
}
