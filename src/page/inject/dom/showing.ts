/** Whether a reader sees anything of nodes that came or went, and what they say. */
import { plain } from "./plain.ts";
import { SILENT, squash } from "./text.ts";
import { shadowOf } from "./tree.ts";

/** Characters of a change that are compared. */
export const MAX_TEXT = 1_000;

/** What is seen though it has no text. A frame is as far as its document is, which is asked on its own. */
const SEEN = "img, canvas, video, audio, object, embed, input, select, textarea, button, a[href]";

/** What the nodes say, as far as it tells whether they say something new. */
export function textOf(nodes: NodeList): string {
  let text = "";
  for (const node of nodes) if (text.length < MAX_TEXT) text += (node.textContent ?? "").slice(0, MAX_TEXT);
  return squash(text);
}

export function isMute(nodes: Iterable<Node>): boolean {
  for (const node of nodes) if (hasContent(node)) return false;
  return true;
}

/** Whether a reader sees something of the node. An empty box announces an effect at most. */
export function hasContent(node: Node): boolean {
  if (node.nodeType === Node.TEXT_NODE) return /\S/.test((node as Text).data);
  if (!(node instanceof Element) || SILENT.has(plain(node).localName)) return false;
  if (plain(node).matches(SEEN) || plain(node).querySelector(SEEN)) return true;
  const root = shadowOf(node);
  return hasText(node) || (root !== undefined && hasText(root));
}

/** Stops at the first text, so that a large part of a page costs no more than a small one. */
function hasText(root: Node): boolean {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode;
    if (hasContent(walker.currentNode) && !(parentElement && SILENT.has(plain(parentElement).localName))) return true;
  }
  return false;
}
