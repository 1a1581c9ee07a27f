/** Boxes around one thing that can be acted on and fills them: the thing says it better, and they need no number. */
import type { Found, FoundElement } from "./found.ts";
import { plain } from "./plain.ts";

const CELL_ROLES = /^(gridcell|cell)$/;

/** Marks a box as dropped that only wraps another one. What was found in it stands from `from` on. */
export function dropWrapper(wrapper: FoundElement, found: readonly Found[], from: number): void {
  const isCell = isPlainCell(wrapper);
  if (wrapper.reason !== "pointer" && !isCell) return;
  const inside = found.slice(from);
  const inner = inside.filter((one): one is FoundElement => one.kind === "element" && !one.dropped);
  const only = inner.length === 1 ? inner[0] : undefined;
  if (!only || only.reason === "scroll" || areaOf(only.element) <= 0.8 * areaOf(wrapper.element)) return;
  // The text of a cell beside its control is its own.
  if (isCell && inside.some((one) => one.around === wrapper && one !== only)) return;
  wrapper.dropped = true;
}

/** A cell that is listed since its table listens, and not for itself. */
function isPlainCell({ element: raw, reason }: FoundElement): boolean {
  const element = plain(raw);
  if (reason !== "sure") return false;
  const isCell = /^t[dh]$/.test(element.localName) || CELL_ROLES.test(element.getAttribute("role") ?? "");
  return isCell && !element.matches("[tabindex],[onclick],[draggable=true]");
}

function areaOf(element: Element): number {
  const { width, height } = plain(element).getBoundingClientRect();
  return width * height;
}
