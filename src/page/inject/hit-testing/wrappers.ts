/** Omits wrappers around a single element that can be acted on and fills them. */

import { kindOf } from "../accessibility/field-kinds.ts";
import { roleOf, WIDGET_ROLES } from "../accessibility/roles.ts";
import { areaOf } from "../dom/boxes.ts";
import type { Found, FoundElement } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";
import { shadowOf } from "../dom/tree.ts";

const CELL_ROLES = /^(gridcell|cell)$/;

/** Drops a wrapper of a single element, or that element. `found` from `from` on is inside the wrapper. */
export function dropWrapper(wrapper: FoundElement, found: readonly Found[], from: number): void {
  const isCell = isPlainCell(wrapper);
  const isHost = plain(wrapper.element).localName.includes("-");
  const isSlot = plain(wrapper.element).localName === "slot";
  if (wrapper.reason !== "pointer" && !isCell && !isHost && !isSlot) return;
  const inside = found.slice(from);
  const inner = inside.filter((one): one is FoundElement => one.kind === "element" && !one.dropped);
  // A slot has no box. Its listeners are for the slotted content.
  if (isSlot && inner.length > 0) wrapper.dropped = true;
  const [only] = inner;
  if (!only || inner.length > 1 || only.reason === "scroll") return;
  const showsMore = inside.some((one) => one.kind === "text" && one.around === wrapper);
  if (isHost && isInShadow(only.element, wrapper.element)) dropHostOrInner(wrapper, only, showsMore);
  const isBox = wrapper.reason === "pointer" || isCell;
  if (wrapper.dropped || only.dropped || !isBox || !fills(only.element, wrapper.element)) return;
  // Other text in a cell belongs to the cell.
  if (!isCell || inside.every((one) => one.around !== wrapper || one === only)) wrapper.dropped = true;
}

function fills(inner: Element, box: Element): boolean {
  return areaOf(inner) > 0.8 * areaOf(box);
}

function isInShadow(inner: Element, host: Element): boolean {
  return !plain(host).contains(inner);
}

/**
 * Drops either a custom element or the only control in its shadow root, because a person sees one control. Keeps the one
 * with a control role, which has the name and states: the inner element of `<sl-button>`, or the host if it has a role.
 */
function dropHostOrInner(host: FoundElement, inner: FoundElement, showsMore: boolean): void {
  const [isHostControl, isInnerControl] = [host, inner].map(({ element }) => isControl(element));
  if (isHostControl === isInnerControl) return;
  if (isHostControl) inner.dropped = true;
  // A clickable card may contain a button for another action.
  const isSame = shadowOf(host.element)?.delegatesFocus || areaOf(inner.element) > 0.5 * areaOf(host.element);
  if (isInnerControl && (isSame || !showsMore)) {
    host.dropped = true;
    inner.host = host.element;
  }
}

function isControl(element: Element): boolean {
  return (
    /^(a|button)$/.test(plain(element).localName) || WIDGET_ROLES.has(roleOf(element)) || kindOf(element) !== "none"
  );
}

/** True for a cell that is listed only because its table has listeners. */
function isPlainCell({ element: raw, reason }: FoundElement): boolean {
  const element = plain(raw);
  if (reason !== "sure") return false;
  const isCell = /^t[dh]$/.test(element.localName) || CELL_ROLES.test(element.getAttribute("role") ?? "");
  return isCell && !element.matches("[tabindex],[onclick],[draggable=true]");
}
