/** What a list made of other elements holds: by the native list that it replaced, or by the tags beside its field. */

import type { HeldChoice } from "../../core/library-controls.ts";
import { clickTargetOf } from "../accessibility/facts.ts";
import { boxesAround, replacedBy } from "../accessibility/native-list.ts";
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { inside, isReachable } from "../dom/reachable.ts";
import { squash } from "../dom/text.ts";
import { contains, parentOf } from "../dom/tree.ts";

/** Boxes between the text of a tag and the tag with its cross. */
const MAX_TAG_LEVELS = 3;

/** Words in the class of a widget that takes several options: libraries write no attribute for it. */
const SEVERAL = /(^|[-_\s])(multi|multiple|tags)([-_\s]|$)/i;

const OTHERS = "input:not([type=hidden]), select, textarea, label, legend, form, [role=combobox]";
const REMOVERS =
  "button, [role=button], a, [class*=remove i], [class*=close i], [class*=clear i], [class*=delete i], svg";

export function holds(native: HTMLSelectElement, label: string): boolean {
  return [...native.selectedOptions].some((one) => squash(one.label) === label);
}

/** True where the widget, the list that it replaced, or a second tag says that it takes several options. */
export function takesSeveral(speaker: Element): boolean {
  const native = replacedBy(speaker);
  if (native) return native.multiple;
  for (const box of boxesAround(speaker)) if (SEVERAL.test(plain(box).getAttribute("class") ?? "")) return true;
  return false;
}

/** What is chosen now. `list` is the popup, whose options are no tags. */
export function choicesOf(speaker: Element, list: Element | undefined): HeldChoice[] {
  const native = replacedBy(speaker);
  const tags = takesSeveral(speaker) ? tagsOf(speaker, list) : [];
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

/** Texts in the box of the field, each with the element that it stands in. */
function tagsOf(speaker: Element, list: Element | undefined): Tag[] {
  const tags: Tag[] = [];
  for (const element of inside(boxOf(speaker))) {
    if ((list && contains(list, element)) || /^(script|style)$/.test(plain(element).localName)) continue;
    const texts = [...plain(element).childNodes].flatMap((node) => (node instanceof Text ? node.data : []));
    const label = squash(texts.join(" "));
    if (/[^\s×✕✖x]/i.test(label) && isVisible(element)) tags.push({ label, element });
  }
  return tags;
}

/** The widget: the largest box around the speaker that holds no other field and no label. */
function boxOf(speaker: Element): Element {
  const isOther = (one: Element) =>
    one !== speaker && !contains(one, speaker) && !contains(speaker, one) && plain(one).matches(OTHERS);
  let widget = speaker;
  for (const box of boxesAround(speaker)) {
    if (inside(box).some((one) => isOther(one) && isVisible(one))) break;
    widget = box;
  }
  return widget;
}

/** The cross that takes the tag away. */
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
