/** What says that the page is busy since the action began: spinners, progress bars, words such as "Loading…". */
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { MAX_TEXT } from "../dom/showing.ts";
import { squash } from "../dom/text.ts";

/** What a page shows while it waits for something. */
const BUSY =
  "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value]), " +
  "[class*=spinner i], [class*=loading i], [class*=loader i], [class*=skeleton i]";
const BUSY_TEXT =
  /^(loading|please wait|saving|sending|searching|processing|submitting|updating|working|one moment)\b|(…|\.\.\.)$/i;
const BUSY_ATTRIBUTES = /^(aria-busy|class)$/;
const MAX_BUSY_TEXT = 60;

/** How much sooner an action may reach the page than the word that it begins: the page takes input first. */
const OVERTAKEN_MS = 100;

/** What has said since the action that it is busy, and when. */
const busy = new Map<Element, number>();

/** An action begins; it may have reached the page sooner than the word that it does. */
export function forgetBusy(stirredAt: number): void {
  for (const [element, at] of busy) if (stirredAt - at > OVERTAKEN_MS) busy.delete(element);
}

export function isBusy(element: Element): boolean {
  return busy.has(element);
}

export function sayBusy(element: Element): void {
  busy.set(element, performance.now());
}

/** True for an attribute by which an element may say it. */
export function maySayBusy(attribute: string): boolean {
  return BUSY_ATTRIBUTES.test(attribute);
}

/** No effect; but it may say that the page is busy. */
export function noteBusyOf({ type, target, addedNodes, attributeName }: MutationRecord): false {
  for (const node of addedNodes) if (node instanceof Element) noteBusy(node);
  if (type === "attributes" && maySayBusy(attributeName ?? "")) noteBusy(target as Element);
  return false;
}

export function isBusyText(text: string): boolean {
  return text !== "" && text.length <= MAX_BUSY_TEXT && BUSY_TEXT.test(text);
}

function saysBusy(element: Element): boolean {
  return plain(element).matches(BUSY) || isBusyText(squash((plain(element).textContent ?? "").slice(0, MAX_TEXT)));
}

/** Notes what the element, or something in it, says of being busy. */
export function noteBusy(element: Element): void {
  const isWhole = saysBusy(element);
  const found = isWhole ? element : plain(element).querySelector(BUSY);
  if (found && !/\S{4}.{60}/s.test(found.textContent ?? "")) sayBusy(found);
}

export function busyNow(): Element | undefined {
  for (const element of busy.keys()) {
    if (element.isConnected && saysBusy(element) && isVisible(element)) return element;
    busy.delete(element);
  }
  return undefined;
}
