import { isVisible } from "./boxes.ts";
import { labelsOf } from "./labelled.ts";
import { doc, plain } from "./plain.ts";
import { childrenOf, contains, parentOf } from "./tree.ts";

/** A side shorter than this is how pages hide a control that a styled one stands for. */
const LEAST_SIDE = 4;

/** How far up a wrapper may be: farther away it stands for more than the control. */
const MOST_LEVELS = 6;

const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=button], [role=link], [role=tab], [role=menuitem], [contenteditable=true]";

/** The control, its label, or the nearest thing around it that can be clicked; null when nothing of it is shown. */
export function shownFor(control: Element): Element | null {
  if (isReachable(control)) return control;
  for (const label of labelsOf(control)) if (isReachable(label)) return besideLinks(label, control);
  let at = parentOf(control);
  for (let level = 0; at && at !== doc.body && level < MOST_LEVELS; level++, at = parentOf(at)) {
    if (!isAlone(at, control)) return null;
    if (isReachable(at)) return at;
  }
  return null;
}

/** A click in the middle of a wrapper must not land on another control in it. */
function isAlone(wrapper: Element, control: Element): boolean {
  const others = inside(wrapper).filter((one) => plain(one).matches(CONTROLS) && !isForScript(one));
  return others.every((one) => one === control || contains(one, control) || contains(control, one));
}

/** Hidden from people and out of the order of Tab: a page's own helper, such as the place where an input method writes. */
export function isForScript(raw: Element): boolean {
  const element = plain(raw) as HTMLElement;
  return element.tabIndex < 0 && element.getAttribute("aria-hidden") === "true";
}

/** A label with a link in it is clicked on its mark: a click in its middle may follow the link. */
function besideLinks(label: Element, control: Element): Element {
  if (!label.querySelector("a, button")) return label;
  const parts = [...label.querySelectorAll("*")].filter(
    (part) => part !== control && !part.closest("a, button") && !part.querySelector("a, button") && isReachable(part),
  );
  return parts[0] ?? label;
}

/** Has a box worth clicking on, on the page, with events. */
export function isReachable(element: Element): boolean {
  if (!isVisible(element)) return false;
  const { width, height, right, bottom } = plain(element).getBoundingClientRect();
  if (width < LEAST_SIDE || height < LEAST_SIDE || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
  const style = getComputedStyle(element);
  if (style.pointerEvents === "none") return false;
  const isCut = /^rect\((0|1)px,? ?(0|1)px,? ?(0|1)px,? ?(0|1)px\)$/.test(style.clip) && style.position !== "static";
  if (isCut || /inset\((50|100)%/.test(style.clipPath)) return false;
  return !isSwallowed(element);
}

/** Inside a box that shows nothing of what it holds. */
export function isSwallowed(element: Element): boolean {
  for (let at = parentOf(element); at && at !== doc.body; at = parentOf(at)) {
    const { overflow } = getComputedStyle(at);
    if (overflow === "visible" || overflow === "") continue;
    const { width, height } = plain(at).getBoundingClientRect();
    if (width < LEAST_SIDE || height < LEAST_SIDE) return true;
  }
  return false;
}

/** Every element inside, open shadow roots and slots as they are shown. */
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

/** The element with the focus, through open shadow roots. */
export function focused(): Element | null {
  let active = doc.activeElement;
  for (let root = active && plain(active).shadowRoot; root?.activeElement; root = active && plain(active).shadowRoot)
    active = root.activeElement;
  return active === doc.documentElement ? null : active;
}
