/**
 * The name that a person would use for an element: the accessible name, else the caption beside it, its description, its
 * text. For the accessible name alone use `nameOf` of names.ts.
 */

import { labelsOf } from "../dom/labels.ts";
import { closestAround, plain } from "../dom/plain.ts";
import { visibleText } from "../dom/text.ts";
import { captionOf, takesCaption } from "./captions.ts";
import { descriptionOf, NAMED_BY_CONTENT, nameOf } from "./names.ts";
import { replacedBy } from "./native-list.ts";
import { explicitRole, isEditingHost, roleOf } from "./roles.ts";

export interface SpokenName {
  name: string;
  /** The first text node of the caption that is used as the name. */
  caption?: Text | undefined;
}

/** Private-use characters: icon fonts. */
const ICON_TEXT = /^[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]*$/u;

function firstTextOf(label: Element): Text | undefined {
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (/\S/.test((texts.currentNode as Text).data)) return texts.currentNode as Text;
  return undefined;
}

/** A labelled field, or the only control, inside a custom element takes the name of the custom element. */
function hostName(element: Element): string {
  const root = plain(element).getRootNode();
  if (!(root instanceof ShadowRoot)) return "";
  const { host } = root;
  const isOnly = plain(host).hasAttribute("aria-label") && root.querySelectorAll(CONTROLS).length === 1;
  return isOnly || (takesCaption(element) && labelsOf(host).length > 0) ? nameOf(host) : "";
}

const CONTROLS = "a[href], button, input, select, textarea";

/** The list that a search field filters. */
function listAround(field: Element): Element | undefined {
  return closestAround(field, "[role=combobox]") ?? undefined;
}

function captionOrList(field: Element): SpokenName | undefined {
  const caption = captionOf(field);
  if (caption) return { name: caption.text, ...(caption.node ? { caption: caption.node } : {}) };
  const list = listAround(field);
  return list && { name: spokenNameOf(list).name };
}

export function spokenNameOf(element: Element): SpokenName {
  const replaced = explicitRole(element) === "combobox" ? replacedBy(element) : undefined;
  const label = replaced && labelsOf(replaced)[0];
  if (label) return { name: nameOf(replaced), caption: firstTextOf(label) };
  const own = nameOf(element);
  if (!ICON_TEXT.test(own)) return { name: own };
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const inside = control ? nameOf(control) : "";
  if (inside) return { name: inside };
  const ofHost = hostName(element);
  if (ofHost) return { name: ofHost };
  const beside = takesCaption(element) ? captionOrList(element) : undefined;
  if (beside) return beside;
  const described = descriptionOf(element);
  if (described) return { name: described };
  if (!NAMED_BY_CONTENT.has(roleOf(element)) || isEditingHost(element)) return { name: "" };
  // Text that is hidden only from screen readers, such as the sign on a button, is visible.
  const text = visibleText(element, 200);
  return { name: ICON_TEXT.test(text) ? "" : text };
}
