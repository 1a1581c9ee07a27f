/** Boxes around one thing that can be acted on and fills them: the thing says it better, and they need no number. */

import { kindOf } from "../accessibility/field-kinds.ts";
import { roleOf, WIDGET_ROLES } from "../accessibility/roles.ts";
import type { Found, FoundElement } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";
import { shadowOf } from "../dom/tree.ts";

const CELL_ROLES = /^(gridcell|cell)$/;

/** Drops a box that only wraps another one, or that one where the box says more. What was found in it stands from `from` on. */
export function dropWrapper(wrapper: FoundElement, found: readonly Found[], from: number): void {
  const isCell = isPlainCell(wrapper);
  const isHost = plain(wrapper.element).localName.includes("-");
  const isSlot = plain(wrapper.element).localName === "slot";
  if (wrapper.reason !== "pointer" && !isCell && !isHost && !isSlot) return;
  const inside = found.slice(from);
  const inner = inside.filter((one): one is FoundElement => one.kind === "element" && !one.dropped);
  // A slot has no box: it listens for what is put into it.
  if (isSlot && inner.length > 0) wrapper.dropped = true;
  const only = inner.length === 1 ? inner[0] : undefined;
  if (!only || only.reason === "scroll") return;
  const showsMore = inside.some((one) => one.kind === "text" && one.around === wrapper);
  if (isHost && isInShadow(only.element, wrapper.element)) dropOneOf(wrapper, only, showsMore);
  if (wrapper.dropped || only.dropped) return;
  if (wrapper.reason !== "pointer" && !isCell) return;
  if (areaOf(only.element) <= 0.8 * areaOf(wrapper.element)) return;
  // The text of a cell beside its control is its own.
  if (isCell && inside.some((one) => one.around === wrapper && one !== only)) return;
  wrapper.dropped = true;
}

function isInShadow(inner: Element, host: Element): boolean {
  return !plain(host).contains(inner);
}

/**
 * A custom element and the one thing to act on in its shadow root are one to a person. The one with the role stays: it says
 * what it is, has the states, and takes what is typed. That is the inner one of `<sl-button>`, the host where it has a role.
 */
function dropOneOf(host: FoundElement, inner: FoundElement, showsMore: boolean): void {
  const [isHostControl, isInnerControl] = [host, inner].map(({ element }) => isControl(element));
  if (isHostControl === isInnerControl) return;
  if (isHostControl) inner.dropped = true;
  // A card that acts by itself may hold a button that does another thing.
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
