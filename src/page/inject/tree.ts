/** The tree as it is shown: open shadow roots in place of light children, slots filled with what is assigned to them. */

import { doc, plain } from "./plain.ts";

export function childrenOf(node: Element | ShadowRoot): Iterable<Node> {
  if (node instanceof Element) {
    const { shadowRoot } = plain(node);
    if (shadowRoot) return shadowRoot.childNodes;
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
  }
  return plain(node).childNodes;
}

export function parentOf(node: Node): Element | null {
  if (node instanceof Element || node instanceof Text) {
    const slot = plain(node).assignedSlot;
    if (slot) return slot;
  }
  const parent = plain(node).parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/** True when `inner` is `outer` or shown inside it. */
export function contains(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at; at = parentOf(at)) if (at === outer) return true;
  return false;
}

/** The innermost element that receives events at a point of the viewport. */
export function hitAt(x: number, y: number): Element | null {
  let hit = doc.elementFromPoint(x, y);
  for (let root = hit && plain(hit).shadowRoot; root; root = hit && plain(hit).shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
