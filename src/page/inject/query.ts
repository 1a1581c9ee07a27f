/** Finding elements and text in the document and its open shadow roots. */
import { doc, plain } from "./plain.ts";
import { squash, visibleText } from "./text.ts";

/** A query over the document and every open shadow root in it. */
export function queryAll(selector: string, root: Document | ShadowRoot = doc): Element[] {
  const found = [...root.querySelectorAll(selector)];
  for (const host of hosts(root)) if (host.shadowRoot) found.push(...host.shadowRoot.querySelectorAll(selector));
  return found;
}

/** True when the text is shown somewhere: in the document, or in an open shadow root, whose text its host does not tell. */
export function showsText(text: string): boolean {
  const root = doc.body ?? doc.documentElement;
  if (root instanceof HTMLElement && plain(root).innerText?.includes(text)) return true;
  return hosts(doc).some((host) => visibleText(host, 1_000_000).includes(squash(text)));
}

function hosts(root: Document | ShadowRoot): Element[] {
  return [...root.querySelectorAll("*")].flatMap((one) => {
    const { shadowRoot } = plain(one);
    return shadowRoot ? [one, ...hosts(shadowRoot)] : [];
  });
}

export function isSelector(selector: string): boolean {
  try {
    doc.createDocumentFragment().querySelector(selector);
    return true;
  } catch {
    return false;
  }
}
