/** Elements that may show content of an unknown closed shadow root. */
import { isVisible } from "./boxes.ts";
import { plain } from "./plain.ts";
import { firstChildOf, shadowOf } from "./tree.ts";

/** Built-in elements that can have a shadow root. */
const HOSTS = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** True for custom elements, for visible elements without children, and for elements that do not render their children. */
export function isSuspect(element: Element, tag: string): boolean {
  if (shadowOf(element) || !(tag.includes("-") || HOSTS.test(tag))) return false;
  if (tag.includes("-")) return true;
  const first = plain(element).firstElementChild;
  return firstChildOf(element) === null ? isVisible(element) : first !== null && isOutOfTree(first);
}

/** True when an element is rendered but may show a closed shadow root instead of its own text. */
export function mayShowClosedRoot(element: Element): boolean {
  return HOSTS.test(plain(element).localName) && !shadowOf(element) && isVisible(element);
}

function isOutOfTree(element: Element): boolean {
  return getComputedStyle(element).display === "";
}
