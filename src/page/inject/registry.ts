/**
 * Numbers for elements: small, given once, stable for the life of the document. The page cannot see them. An element that
 * a page replaced by its like is found again only where it is surely the same: it was the only one of its looks when it
 * was listed, and one such element is there now.
 */
import { calledOf } from "./called.ts";
import { plain } from "./plain.ts";
import { roleOf } from "./roles.ts";
import { everyElement } from "./tree.ts";

const ids = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
/** How a listed element looked, where no other listed one looked the same. */
const looks = new Map<number, string>();
let next = 1;

export function idOf(element: Element): number {
  let id = ids.get(element);
  if (id === undefined) {
    id = next++;
    ids.set(element, id);
    elements.set(id, new WeakRef(element));
  }
  return id;
}

export function knownId(element: Element): number | undefined {
  return ids.get(element);
}

/** The element, when it is still in the document, or what surely took its place. */
export function elementOf(id: number): Element | undefined {
  const element = elements.get(id)?.deref();
  if (element && plain(element).isConnected) return element;
  return successorOf(id);
}

/** What tells an element from others, besides its place. Empty for one that nothing tells apart. */
export function lookOf(raw: Element, name: string): string {
  const element = plain(raw);
  const { id } = element;
  if (!id && !name) return "";
  const attribute = (key: string) => element.getAttribute(key) ?? "";
  const parts = [element.localName, roleOf(raw), attribute("type"), id, attribute("name"), attribute("href"), name];
  return JSON.stringify(parts);
}

/** Notes how the listed elements look. `isWhole` says that all there are were listed: only then is one known to be alone. */
export function noteLooks(listed: readonly { element: Element; name: string }[], isWhole: boolean): void {
  const count = new Map<string, number>();
  const found = listed.map(({ element, name }) => ({ element, look: lookOf(element, name) }));
  for (const { look } of found) count.set(look, (count.get(look) ?? 0) + 1);
  for (const { element, look } of found) {
    const id = idOf(element);
    if (isWhole && look !== "" && count.get(look) === 1 && !sharesId(element)) looks.set(id, look);
    else looks.delete(id);
  }
}

/** True when another element, listed or not, has the same id: markup that is wrong, and common. */
function sharesId(raw: Element): boolean {
  const { id } = plain(raw);
  const root = plain(raw).getRootNode() as Document | ShadowRoot;
  return id !== "" && root.querySelectorAll(`#${CSS.escape(id)}`).length > 1;
}

/** The ids of elements that are gone and whose like could come back, by their looks. */
export function lostLooks(): Map<string, number> {
  const lost = new Map<string, number>();
  for (const [id, look] of looks) {
    const element = elements.get(id)?.deref();
    if (element && plain(element).isConnected) continue;
    if (lost.has(look)) lost.set(look, 0);
    else lost.set(look, id);
  }
  return lost;
}

/** Lets the number of an element that is gone stand for the one that took its place. */
export function succeed(id: number, element: Element): void {
  ids.set(element, id);
  elements.set(id, new WeakRef(element));
}

function successorOf(id: number): Element | undefined {
  const look = looks.get(id);
  if (look === undefined) return undefined;
  const [tag, , , ownId] = JSON.parse(look) as string[];
  const alike: Element[] = [];
  for (const element of everyElement()) {
    if (plain(element).localName !== tag || (ownId && plain(element).id !== ownId)) continue;
    if (lookOf(element, calledOf(element).name) === look) alike.push(element);
  }
  const [only] = alike;
  if (alike.length !== 1 || !only || ids.has(only)) return undefined;
  succeed(id, only);
  return only;
}
