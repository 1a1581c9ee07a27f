/** Signs that the page is busy since the action began: spinners, progress bars, texts such as "Loading…". */
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { MAX_TEXT } from "../dom/visible-content.ts";

/** Elements that pages show while they wait. */
const BUSY =
  "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value]), " +
  "[class*=spinner i], [class*=loading i], [class*=loader i], [class*=skeleton i]";
const BUSY_TEXT =
  /^(loading|please wait|saving|sending|searching|processing|submitting|updating|working|one moment)\b|(…|\.\.\.)$/i;
const BUSY_ATTRIBUTES = /^(aria-busy|class)$/;
const MAX_BUSY_TEXT = 60;

/** An action may reach the page this much earlier than the message that announces it, because input is handled first. */
const MAX_OVERTAKE_MS = 100;

/** Elements that showed since the action that the page is busy, with the time. */
const busy = new Map<Element, number>();

/** Called when an action begins, which may have reached the page slightly before `actionAt`. */
export function resetBusy(actionAt: number): void {
  for (const [element, at] of busy) if (actionAt - at > MAX_OVERTAKE_MS) busy.delete(element);
}

export function isBusy(element: Element): boolean {
  return busy.has(element);
}

export function markBusy(element: Element): void {
  busy.set(element, performance.now());
}

/** True for an attribute that can make an element a busy sign. */
export function isBusyAttribute(attribute: string): boolean {
  return BUSY_ATTRIBUTES.test(attribute);
}

/** Records busy signs of a mutation. Returns false, because they are not effects of the action. */
export function detectBusyIn({ type, target, addedNodes, attributeName }: MutationRecord): false {
  for (const node of addedNodes) if (node instanceof Element) detectBusy(node);
  if (type === "attributes" && isBusyAttribute(attributeName ?? "")) detectBusy(target as Element);
  return false;
}

export function isBusyText(text: string): boolean {
  return text !== "" && text.length <= MAX_BUSY_TEXT && BUSY_TEXT.test(text);
}

function looksBusy(element: Element): boolean {
  return plain(element).matches(BUSY) || isBusyText(squash((plain(element).textContent ?? "").slice(0, MAX_TEXT)));
}

/** Records the element or a descendant if it is a busy sign. */
export function detectBusy(element: Element): void {
  const isItself = looksBusy(element);
  const found = isItself ? element : plain(element).querySelector(BUSY);
  if (found && !/\S{4}.{60}/s.test(found.textContent ?? "")) markBusy(found);
}

export function busyNow(): Element | undefined {
  for (const element of busy.keys()) {
    if (element.isConnected && looksBusy(element) && isVisible(element)) return element;
    busy.delete(element);
  }
  return undefined;
}
