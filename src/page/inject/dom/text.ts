/** Text as a reader sees it. */
import { plain } from "./plain.ts";
import { childrenOf } from "./tree.ts";

export function squash(text: string): string {
  // Most texts have only single spaces, and a test is cheaper than a replacement.
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text).trim();
}

/** Removes spaces and case, because layout may change both. */
export function lettersOf(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/** Elements whose content is never rendered. */
export const UNRENDERED = new Set(
  "script style noscript template head meta link title base param source track datalist desc metadata defs noframes".split(
    " ",
  ),
);

function isSummary(node: Node): boolean {
  return node instanceof Element && node.localName === "summary";
}

/** The visible text of an element, at most `maxLength` characters. */
export function visibleText(element: Element, maxLength = 2_000): string {
  const pieces: string[] = [];
  let length = 0;
  const visit = (node: Element): void => {
    if (length > maxLength || UNRENDERED.has(plain(node).localName)) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.contentVisibility === "hidden") return;
    const isSeen = style.visibility === "visible";
    const isBlock = !style.display.startsWith("inline");
    if (isBlock) pieces.push(" ");
    if (isSeen && node instanceof HTMLImageElement && node.alt) pieces.push(node.alt);
    within(node, isSeen);
    if (isBlock) pieces.push(" ");
  };
  const within = (parent: Element, isSeen: boolean) => {
    // A closed <details> shows only its summary.
    const isClosed = parent instanceof HTMLDetailsElement && !parent.open;
    const nodes = childrenOf(parent);
    for (let n = 0; n < nodes.length && length <= maxLength; n++) {
      const node = nodes[n] as Node;
      if (isClosed && !isSummary(node)) continue;
      if (node instanceof Element) visit(node);
      else if (node instanceof Text && isSeen) {
        pieces.push(node.data);
        length += node.data.length;
      }
    }
  };
  within(element, true);
  return squash(pieces.join("")).slice(0, maxLength);
}
