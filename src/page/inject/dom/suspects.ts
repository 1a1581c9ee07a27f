/** Elements that may show what lies in a closed shadow root that nobody has told us of. */
import { isVisible } from "./boxes.ts";
import { plain } from "./plain.ts";
import { firstChildOf, shadowOf } from "./tree.ts";

/** Elements that can hold a shadow root besides custom ones. */
const HOSTS = /^(article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Custom elements, boxes that show something though they hold nothing, and boxes that do not show what they hold. */
export function isSuspect(element: Element, tag: string): boolean {
  if (shadowOf(element) || !(tag.includes("-") || HOSTS.test(tag))) return false;
  if (tag.includes("-")) return true;
  const first = plain(element).firstElementChild;
  return firstChildOf(element) === null ? isVisible(element) : first !== null && isOutOfTree(first);
}

/** True where the text of an element is drawn nowhere, though the element is: that shows something else in its place. */
export function looksElsewhere(element: Element): boolean {
  return HOSTS.test(plain(element).localName) && !shadowOf(element) && isVisible(element);
}

function isOutOfTree(element: Element): boolean {
  return getComputedStyle(element).display === "";
}
