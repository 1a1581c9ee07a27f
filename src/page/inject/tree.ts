/** The tree as it is shown: open shadow roots in place of light children, slots filled with what is assigned to them. */

export function childrenOf(node: Element | ShadowRoot): Iterable<Node> {
  if (node instanceof Element) {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
  }
  return node.childNodes;
}

export function parentOf(node: Node): Element | null {
  if (node instanceof Element || node instanceof Text) {
    const slot = node.assignedSlot;
    if (slot) return slot;
  }
  const parent = node.parentNode;
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
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
