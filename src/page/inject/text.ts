/** Text as a reader sees it. */
import { plain } from "./plain.ts";
import { childrenOf } from "./tree.ts";

export function squash(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Elements whose content is never shown. */
export const SILENT = new Set(
  "script style noscript template head meta link title base param source track datalist desc metadata defs noframes".split(
    " ",
  ),
);

/** The text of an element as a reader sees it, hidden parts left out, at most `most` characters. */
export function visibleText(element: Element, most = 2_000): string {
  const pieces: string[] = [];
  let length = 0;
  const visit = (node: Node): void => {
    if (length > most) return;
    if (node instanceof Text) {
      pieces.push(node.data);
      length += node.data.length;
      return;
    }
    if (!(node instanceof Element) || SILENT.has(plain(node).localName)) return;
    if (!plain(node).checkVisibility({ visibilityProperty: true }) && getComputedStyle(node).display !== "contents")
      return;
    const block = !getComputedStyle(node).display.startsWith("inline");
    if (block) pieces.push(" ");
    if (node instanceof HTMLImageElement && node.alt) pieces.push(node.alt);
    visitAll(childrenOf(node));
    if (block) pieces.push(" ");
  };
  const visitAll = (nodes: ArrayLike<Node>) => {
    for (let n = 0; n < nodes.length; n++) visit(nodes[n] as Node);
  };
  visitAll(childrenOf(element));
  return squash(pieces.join("")).slice(0, most);
}
