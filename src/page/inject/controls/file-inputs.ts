/** Finds the file input of an element; never another one nearby. */
import type { FileAnswer } from "../../core/library-controls.ts";
import { idOf } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";
import { queryAll } from "../dom/query.ts";
import { inside } from "../dom/reachable.ts";
import { elementOf } from "../identity/registry.ts";

function isFile(element: Element | null | undefined): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.type === "file";
}

/** The file input itself, the control of the label, or the only file input inside. */
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

/** True when a click may open a file chooser and has no other known effect: no link and no form submission. */
function mayOpen(listed: Element): boolean {
  const element = plain(listed);
  if (element.matches("input:not([type=button], [type=image]), select, textarea, [contenteditable], [type=submit]"))
    return false;
  return !(element instanceof HTMLAnchorElement && /^(?!#|javascript:)./i.test(element.getAttribute("href") ?? ""));
}
