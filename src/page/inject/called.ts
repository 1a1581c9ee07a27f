/**
 * What a person calls an element: its accessible name; else the caption beside it, its description, its text. The accessible
 * name alone is `nameOf` of names.ts.
 */
import { captionOf, takesCaption } from "./captions.ts";
import { labelsOf } from "./labelled.ts";
import { descriptionOf, NAMED_BY_CONTENT, nameOf } from "./names.ts";
import { plain } from "./plain.ts";
import { isEditingHost, roleOf } from "./roles.ts";
import { visibleText } from "./text.ts";

export interface Called {
  name: string;
  /** The text node with which the caption begins that is told as the name. */
  caption?: Text;
}

/** Signs of icon fonts, which say nothing as text. */
const SIGNS = /^[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]*$/u;

export function calledOf(element: Element): Called {
  const own = nameOf(element);
  if (!SIGNS.test(own)) return { name: own };
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const inside = control ? nameOf(control) : "";
  if (inside) return { name: inside };
  const root = plain(element).getRootNode();
  // A field inside a custom element is called as that is.
  const host = root instanceof ShadowRoot && takesCaption(element) ? root.host : undefined;
  if (host && labelsOf(host).length > 0) return { name: nameOf(host) };
  const caption = takesCaption(element) ? captionOf(element) : undefined;
  if (caption) return { name: caption.text, ...(caption.node ? { caption: caption.node } : {}) };
  const described = descriptionOf(element);
  if (described) return { name: described };
  if (!NAMED_BY_CONTENT.has(roleOf(element)) || isEditingHost(element)) return { name: "" };
  // What is hidden from screen readers alone, such as the sign on a button, is seen all the same.
  const text = visibleText(element, 200);
  return { name: SIGNS.test(text) ? "" : text };
}
