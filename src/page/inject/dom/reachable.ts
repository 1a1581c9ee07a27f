import { isVisible } from "./boxes.ts";
import { labelsOf } from "./labels.ts";
import { doc, plain } from "./plain.ts";
import { childrenOf, contains, parentOf } from "./tree.ts";

/** Pages hide a control behind a styled one by making it smaller than this. */
const MIN_SIDE_PX = 4;

/** Maximum distance of a wrapper in levels. A more distant ancestor represents more than the control. */
const MAX_LEVELS = 6;

const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=button], [role=link], [role=tab], [role=menuitem], [contenteditable=true]";

/** The element to click for a control: itself, its label, or the nearest wrapper; null when none is reachable. */
export function clickableFor(control: Element): Element | null {
  if (isReachable(control)) return control;
  for (const label of labelsOf(control)) if (isReachable(label)) return besideLinks(label, control);
  let at = parentOf(control);
  for (let level = 0; at && at !== doc.body && level < MAX_LEVELS; level++, at = parentOf(at)) {
    if (!isAlone(at, control)) return null;
    if (isReachable(at)) return at;
  }
  return null;
}

/** True when the wrapper contains no other control that a click in its center could hit. */
function isAlone(wrapper: Element, control: Element): boolean {
  const others = inside(wrapper).filter((one) => plain(one).matches(CONTROLS) && !isPageHelper(one));
  return others.every((one) => one === control || contains(one, control) || contains(control, one));
}

/** True for a helper of the page that is hidden and not in the tab order, such as the input of an input method. */
export function isPageHelper(raw: Element): boolean {
  const element = plain(raw) as HTMLElement;
  return element.tabIndex < 0 && element.getAttribute("aria-hidden") === "true";
}

/** The part of a label to click: one without links, because a click in the center may follow a link. */
function besideLinks(label: Element, control: Element): Element {
  if (!label.querySelector("a, button")) return label;
  const parts = [...label.querySelectorAll("*")].filter(
    (part) => part !== control && !part.closest("a, button") && !part.querySelector("a, button") && isReachable(part),
  );
  return parts[0] ?? label;
}

/** True when the element has a box of useful size inside the page and receives pointer events. */
export function isReachable(element: Element): boolean {
  if (!isVisible(element)) return false;
  const { width, height, right, bottom } = plain(element).getBoundingClientRect();
  if (width < MIN_SIDE_PX || height < MIN_SIDE_PX || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
  const style = getComputedStyle(element);
  if (style.pointerEvents === "none") return false;
  const isCut = /^rect\((0|1)px,? ?(0|1)px,? ?(0|1)px,? ?(0|1)px\)$/.test(style.clip) && style.position !== "static";
  if (isCut || /inset\((50|100)%/.test(style.clipPath)) return false;
  return !isClippedAway(element);
}

/** True inside an ancestor that clips all of its content. */
export function isClippedAway(element: Element): boolean {
  for (let at = parentOf(element); at && at !== doc.body; at = parentOf(at)) {
    const { overflow } = getComputedStyle(at);
    if (overflow === "visible" || overflow === "") continue;
    const { width, height } = plain(at).getBoundingClientRect();
    if (width < MIN_SIDE_PX || height < MIN_SIDE_PX) return true;
  }
  return false;
}

/** All descendants in the flattened tree. */
export function inside(root: Element): Element[] {
  const found: Element[] = [];
  const visit = (node: Element): void => {
    for (const child of childrenOf(node)) {
      if (!(child instanceof Element)) continue;
      found.push(child);
      visit(child);
    }
  };
  visit(root);
  return found;
}

/** The focused element, also in open shadow roots. */
export function focused(): Element | null {
  let active = doc.activeElement;
  for (let root = active && plain(active).shadowRoot; root?.activeElement; root = active && plain(active).shadowRoot)
    active = root.activeElement;
  return active === doc.documentElement ? null : active;
}
