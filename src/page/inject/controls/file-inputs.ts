/** File inputs: which one an element stands for. Never one somewhere near. */
import type { FileAnswer } from "../../core/library-controls.ts";
import { idOf } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { inside } from "../dom/reachable.ts";
import { elementOf } from "../identity/registry.ts";

function isFile(element: Element | null | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "file";
}

/** The file input itself, the one of a label, or the only one inside. */
export function inputFor(element: Element): HTMLInputElement | undefined {
  if (isFile(element)) return element;
  const label = element instanceof HTMLLabelElement ? element : plain(element).closest("label");
  if (isFile(label?.control)) return label.control;
  const found = inside(element).filter(isFile);
  return found.length === 1 ? found[0] : undefined;
}

export function fileInput(id: number): FileAnswer {
  const listed = elementOf(id);
  if (!listed) return { ok: false, reason: "gone" };
  const input = inputFor(listed);
  if (!input) {
    const inputs = queryAll("input[type=file]").map(idOf);
    return { ok: false, reason: "kind", inputs, mayOpen: mayOpen(listed) };
  }
  return { ok: true };
}

/** A click there may open a file chooser, and does nothing else that is sure: it follows no link and sends no form. */
function mayOpen(listed: Element): boolean {
  const element = plain(listed);
  if (element.matches("input:not([type=button], [type=image]), select, textarea, [contenteditable], [type=submit]"))
    return false;
  return !(element instanceof HTMLAnchorElement && /^(?!#|javascript:)./i.test(element.getAttribute("href") ?? ""));
}
