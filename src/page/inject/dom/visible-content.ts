/** Whether added or removed nodes show anything, and their text. */
import { plain } from "./plain.ts";
import { squash, UNRENDERED } from "./text.ts";
import { shadowOf } from "./tree.ts";

/** Characters of a change that are compared. */
export const MAX_TEXT = 1_000;

/** Elements that are visible without text. Frames are not included: their documents report for themselves. */
const VISIBLE_WITHOUT_TEXT = "img, canvas, video, audio, object, embed, input, select, textarea, button, a[href]";

/** The text of the nodes, shortened. */
export function textOf(nodes: NodeList): string {
  let text = "";
  for (const node of nodes) if (text.length < MAX_TEXT) text += (node.textContent ?? "").slice(0, MAX_TEXT);
  return squash(text);
}

/** True when the node shows something. An empty box does not count. */
export function hasContent(node: Node): boolean {
  if (node.nodeType === Node.TEXT_NODE) return /\S/.test((node as Text).data);
  if (!(node instanceof Element) || UNRENDERED.has(plain(node).localName)) return false;
  if (plain(node).matches(VISIBLE_WITHOUT_TEXT) || plain(node).querySelector(VISIBLE_WITHOUT_TEXT)) return true;
  const root = shadowOf(node);
  return hasText(node) || (root !== undefined && hasText(root));
}

/** Stops at the first text, so that the cost does not depend on the size of the subtree. */
function hasText(root: Node): boolean {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode;
    if (hasContent(walker.currentNode) && !(parentElement && UNRENDERED.has(plain(parentElement).localName)))
      return true;
  }
  return false;
}
