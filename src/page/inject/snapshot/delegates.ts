/** Finds elements that react by a listener of their list or by a `:hover` rule that shows something else. */
import { isVisible } from "../dom/boxes.ts";
import { closestAround, doc, plain } from "../dom/plain.ts";
import { selectEach } from "../dom/tree.ts";

/** Lists and their items. Pages usually have one listener on the list for all of them. */
const ITEMS: Record<string, string> = { ul: "li", ol: "li", menu: "li", tbody: "tr" };

/** Maximum number of items of one list. */
const MAX_ITEMS = 5_000;

/** A table with at most this many cells is a board or a calendar, whose cells are listed. Of a larger one, the rows are. */
const BOARD_CELLS = 100;

/** Marks that libraries put on draggable elements and drop targets. Their listeners are on the document. */
const DRAG_MARKS = [
  ".ui-droppable",
  ".ui-draggable",
  ".ui-draggable-handle",
  ".ui-sortable-handle",
  ".ui-resizable-handle",
  ".ui-selectee",
  ".cdk-drag",
  ".cdk-drop-list",
  "[data-rbd-draggable-id]",
  "[data-rbd-droppable-id]",
  "[aria-roledescription~=sortable]",
  "[aria-roledescription~=draggable]",
  "[aria-grabbed]",
  "[aria-dropeffect]",
];

/** Marks that libraries put on the selectable days of a calendar. Their listeners are on the document. */
const DAY_MARKS = ["[role=gridcell][data-date]", "td[data-date]"];

/** Mark that libraries put on an element that opens something on hover. A visible closed element is the opener. */
const OPENER_MARK = "[data-state=closed]";
const CONTROL_AROUND =
  "a[href], button, label, summary, [role=button], [role=option], [role=menuitem], [role=treeitem]";

/** Properties with which rules show hidden elements. */
const REVEALING_PROPERTIES = ["display", "visibility", "opacity", "height", "max-height", "clip-path", "transform"];

/** Maximum number of rules to read in one sheet. The largest frameworks have fewer. */
const MAX_RULES = 20_000;

/** Maximum number of hidden elements for one rule, and of such rules. */
const MAX_TARGETS = 500;
const MAX_REVEALS = 200;

/** The items of lists, tables and rows of similar boxes with a listener, which have none themselves. */
export function itemsOf(listening: ReadonlySet<Element>): Element[] {
  return [...listening].flatMap((list) => candidates(list).filter((item) => !holdsControl(item)));
}

function candidates(raw: Element): Element[] {
  const list = plain(raw);
  const { localName: tag } = list;
  if (tag === "table") {
    const cells = list.querySelectorAll(":scope > * > tr > *");
    return [...(cells.length <= BOARD_CELLS ? cells : list.querySelectorAll("th, :scope > tbody > tr"))].slice(
      0,
      MAX_ITEMS,
    );
  }
  const item = ITEMS[tag];
  if (tag === "thead") return [...list.querySelectorAll("th")];
  const children = [...list.children].slice(0, MAX_ITEMS);
  if (item !== undefined) return children.filter((child) => plain(child).localName === item);
  return tag === "div" || tag === "section" ? alikeOf(children) : [];
}

/** Siblings with the same tag and class (without a class, the same size): the cells of a board, the cards of a column. */
function alikeOf(children: Element[]): Element[] {
  const [first] = children;
  if (!first || children.length < 2) return [];
  const hasClass = plain(first).classList.length > 0;
  const kindOf = (one: Element) => `${plain(one).localName}.${hasClass ? plain(one).classList[0] : sizeOf(one)}`;
  const kind = kindOf(first);
  return children.every((one) => kindOf(one) === kind) ? children : [];
}

function sizeOf(element: Element): string {
  const { width, height } = plain(element).getBoundingClientRect();
  return `${plain(element).classList.length}:${Math.round(width)}x${Math.round(height)}`;
}

/** Elements that a library marks as draggable, drop target, selectable day or hover opener. */
export function markedElements(): Element[] {
  const openers = [...doc.querySelectorAll(OPENER_MARK)].filter(
    (one) => isVisible(one) && !plain(one).closest(CONTROL_AROUND) && !holdsControl(one),
  );
  return [...selectEach([...DRAG_MARKS, ...DAY_MARKS]), ...openers];
}

/** Elements with a `:hover` rule that shows a hidden element, without other controls inside. */
export function hoverTargets(): Element[] {
  const hosts = new Set<Element>();
  for (const { host, target } of [...doc.styleSheets, ...doc.adoptedStyleSheets]
    .flatMap(revealsIn)
    .slice(0, MAX_REVEALS))
    for (const shown of [...select(target)].slice(0, MAX_TARGETS)) {
      const hovered = hostOf(shown, host);
      const isSeen = isVisible(shown) && plain(shown).checkVisibility({ opacityProperty: true });
      // The element under the pointer already shows it and stays listed.
      if (hovered && (!isSeen || plain(hovered).matches(":hover")) && !holdsControl(hovered, shown)) hosts.add(hovered);
    }
  return [...hosts];
}

/** The selectors of the elements whose `:hover` rules show something. */
export function hoverSelectors(): string[] {
  const reveals = [...doc.styleSheets, ...doc.adoptedStyleSheets].flatMap(revealsIn);
  return [...new Set(reveals.slice(0, MAX_REVEALS).map(({ host }) => host))];
}

/** A rule such as `.card:hover .more`: the element under the pointer, and the element that it shows. */
interface Reveal {
  host: string;
  target: string;
}

const read = new WeakMap<CSSStyleSheet, { rules: number; reveals: Reveal[] }>();

function revealsIn(sheet: CSSStyleSheet): Reveal[] {
  try {
    if (sheet.disabled) return [];
    const rules = sheet.cssRules;
    const before = read.get(sheet);
    if (before?.rules === rules.length) return before.reveals;
    const reveals = revealsOf(rules);
    read.set(sheet, { rules: rules.length, reveals });
    return reveals;
  } catch {
    // The rules of a cross-origin sheet are not readable.
    return [];
  }
}

function revealsOf(rules: CSSRuleList): Reveal[] {
  const reveals: Reveal[] = [];
  for (let n = 0; n < rules.length && n < MAX_RULES; n++) {
    const rule = rules[n];
    if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue;
    if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) reveals.push(...revealsOf(rule.cssRules));
    if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(":hover")) continue;
    if (REVEALING_PROPERTIES.some((property) => rule.style.getPropertyValue(property) !== ""))
      reveals.push(...rule.selectorText.split(/,(?![^(]*\))/).flatMap(revealOf));
  }
  return reveals;
}

function revealOf(selector: string): Reveal[] {
  const parts = /^(.*?):hover\b([^\s>+~]*)(\s*[\s>+~].*)$/.exec(selector.trim());
  if (!parts) return [];
  const [, before = "", after = "", rest = ""] = parts;
  const host = `${/(^|[\s>+~])$/.test(before) ? `${before}*` : before}${after}`;
  return [{ host, target: host + rest.replaceAll(":hover", "") }];
}

function select(selector: string): Iterable<Element> {
  try {
    return doc.querySelectorAll(selector);
  } catch {
    return [];
  }
}

/** The nearest ancestor or previous sibling of the shown element that matches the rule. */
function hostOf(shown: Element, host: string): Element | undefined {
  const around = closestAround(shown, host);
  if (around) return around;
  for (let at = plain(shown).previousElementSibling; at; at = plain(at).previousElementSibling)
    if (plain(at).matches(host)) return at;
  return undefined;
}

/** True when the element contains a control, outside of `besides`. */
export function holdsControl(element: Element, besides?: Element): boolean {
  const controls = plain(element).querySelectorAll(
    "a[href], button, input, select, textarea, [tabindex]:not([tabindex='-1']), [onclick]",
  );
  return [...controls].some((one) => !besides || !plain(besides).contains(one));
}
