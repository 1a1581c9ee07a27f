/** The labels of controls, found by one search of the document. `element.labels` searches it once for each control. */
import { plain } from "./plain.ts";

type Labels = Map<Element, HTMLLabelElement[]>;

let known: Map<Node, Labels> | undefined;

/** The labels of a control, in document order. Empty for an element that cannot have labels. */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  // Custom elements may be labelable without a `labels` property.
  if (!("labels" in element) && !plain(element).localName.includes("-")) return [];
  const root = plain(element).getRootNode();
  if (!known) {
    known = new Map();
    queueMicrotask(() => {
      known = undefined;
    });
  }
  let labels = known.get(root);
  if (!labels) {
    labels = read(root);
    known.set(root, labels);
  }
  return labels.get(element) ?? [];
}

function read(root: Node): Labels {
  const labels: Labels = new Map();
  if (!(root instanceof Document || root instanceof ShadowRoot || root instanceof Element)) return labels;
  for (const label of plain(root).querySelectorAll("label")) {
    const { control } = label;
    if (!control) continue;
    const others = labels.get(control);
    if (others) others.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}
