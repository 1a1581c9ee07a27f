/** The chosen options of a custom list: from the native list that it replaced, or from the tags beside its field. */

import type { CurrentChoice } from "../../core/library-controls.ts";
import { clickTargetOf } from "../accessibility/facts.ts";
import { boxesAround, replacedBy } from "../accessibility/native-list.ts";
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { inside, isReachable } from "../dom/reachable.ts";
import { squash } from "../dom/text.ts";
import { contains, parentOf } from "../dom/tree.ts";

/** Maximum levels between the text of a tag and the element with its remove button. */
const MAX_TAG_LEVELS = 3;

/** Words in the class of a multiple-choice widget. Libraries set no attribute for it. */
const MULTIPLE_CLASS = /(^|[-_\s])(multi|multiple|tags)([-_\s]|$)/i;

const OTHERS = "input:not([type=hidden]), select, textarea, label, legend, form, [role=combobox]";
const REMOVERS =
  "button, [role=button], a, [class*=remove i], [class*=close i], [class*=clear i], [class*=delete i], svg";

export function holds(native: HTMLSelectElement, label: string): boolean {
  return [...native.selectedOptions].some((one) => squash(one.label) === label);
}

/** True for a multiple-choice widget, by the list that it replaced or by its class. */
export function isMultipleChoice(anchor: Element): boolean {
  const native = replacedBy(anchor);
  if (native) return native.multiple;
  for (const box of boxesAround(anchor)) if (MULTIPLE_CLASS.test(plain(box).getAttribute("class") ?? "")) return true;
  return false;
}

/** The chosen options. `list` is the popup, whose options are not tags. */
export function choicesOf(anchor: Element, list: Element | undefined): CurrentChoice[] {
  const native = replacedBy(anchor);
  const tags = isMultipleChoice(anchor) ? tagsOf(anchor, list) : [];
  const crossOf = (label: string) => {
    const tag = tags.find((one) => one.label === label);
    const cross = tag && removerOf(tag.element, tags);
    return cross ? clickTargetOf(cross) : null;
  };
  if (!native) return tags.map(({ label }) => ({ label, value: label, cross: crossOf(label) }));
  return [...native.selectedOptions]
    .filter(({ value }) => native.multiple || value !== "")
    .map((one) => ({ label: squash(one.label), value: one.value, cross: crossOf(squash(one.label)) }));
}

interface Tag {
  label: string;
  element: Element;
}

/** The texts in the widget, each with its element. */
function tagsOf(anchor: Element, list: Element | undefined): Tag[] {
  const tags: Tag[] = [];
  for (const element of inside(boxOf(anchor))) {
    if ((list && contains(list, element)) || /^(script|style)$/.test(plain(element).localName)) continue;
    const texts = [...plain(element).childNodes].flatMap((node) => (node instanceof Text ? node.data : []));
    const label = squash(texts.join(" "));
    if (/[^\s×✕✖x]/i.test(label) && isVisible(element)) tags.push({ label, element });
  }
  return tags;
}

/** The widget: the largest box around the anchor without another field or label. */
function boxOf(anchor: Element): Element {
  const isOther = (one: Element) =>
    one !== anchor && !contains(one, anchor) && !contains(anchor, one) && plain(one).matches(OTHERS);
  let widget = anchor;
  for (const box of boxesAround(anchor)) {
    if (inside(box).some((one) => isOther(one) && isVisible(one))) break;
    widget = box;
  }
  return widget;
}

/** The button that removes a tag. */
function removerOf(tag: Element, tags: readonly Tag[]): Element | undefined {
  let at: Element | null = tag;
  for (let level = 0; at && level < MAX_TAG_LEVELS; level++, at = parentOf(at)) {
    const box = at;
    if (tags.some(({ element }) => element !== tag && contains(box, element))) return undefined;
    const cross = inside(box).find((one) => one !== tag && plain(one).matches(REMOVERS) && isReachable(one));
    if (cross) return cross;
  }
  return undefined;
}
