/**
 * What acts without a listener of its own: the items of a list that listens for them, and what shows something else while the
 * pointer is over it. Knows the page's style sheets, and nothing of what is shown of all this.
 */
import { isVisible } from "../dom/boxes.ts";
import { closestAround, doc, plain } from "../dom/plain.ts";
import { selectEach } from "../dom/tree.ts";

/** Lists, and their items: one listener on the list is how pages act for all of them. */
const ITEMS: Record<string, string> = { ul: "li", ol: "li", menu: "li", tbody: "tr" };

/** Items of one list that are taken for that. */
const MAX_ITEMS = 5_000;

/** A table of at most so many cells is a board or a calendar, where cells are meant; of more, its rows are. */
const BOARD_CELLS = 100;

/** How libraries mark what they let a person drag, and where to: they listen on the document alone. */
const DRAGGED = [
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

/** How libraries mark the days of a calendar that can be chosen: they listen on the document alone. */
const DAYS = ["[role=gridcell][data-date]", "td[data-date]"];

/** How libraries mark what opens something by the pointer: what is closed and shown nevertheless is what opens it. */
const OPENERS = "[data-state=closed]";
const CONTROL_AROUND =
  "a[href], button, label, summary, [role=button], [role=option], [role=menuitem], [role=treeitem]";

/** What a rule changes that shows what was hidden. */
const SHOWS = ["display", "visibility", "opacity", "height", "max-height", "clip-path", "transform"];

/** Rules of a sheet that are read: the largest frameworks have fewer. */
const MAX_RULES = 20_000;

/** Hidden things that one rule shows, and rules that show any. */
const MAX_SHOWN = 500;
const MAX_REVEALS = 200;

/** The items of lists, tables and rows of like boxes that listen, which have no listener themselves. */
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

/**
 * Boxes beside each other that share tag and class, or without a class their size: the cells of a board, the cards of a column.
 */
function alikeOf(children: Element[]): Element[] {
  const [first] = children;
  if (!first || children.length < 2) return [];
  const isClassed = plain(first).classList.length > 0;
  const kindOf = (one: Element) => `${plain(one).localName}.${isClassed ? plain(one).classList[0] : sizeOf(one)}`;
  const kind = kindOf(first);
  return children.every((one) => kindOf(one) === kind) ? children : [];
}

function sizeOf(element: Element): string {
  const { width, height } = plain(element).getBoundingClientRect();
  return `${plain(element).classList.length}:${Math.round(width)}x${Math.round(height)}`;
}

/** What can be dragged, dropped on, chosen or opened by the word of the library that does it. */
export function markedOf(): Element[] {
  const openers = [...doc.querySelectorAll(OPENERS)].filter(
    (one) => isVisible(one) && !plain(one).closest(CONTROL_AROUND) && !holdsControl(one),
  );
  return [...selectEach([...DRAGGED, ...DAYS]), ...openers];
}

/** What shows something that is hidden now, by `:hover` in a style sheet, and holds nothing else to point at. */
export function hoveredOf(): Element[] {
  const hosts = new Set<Element>();
  for (const { host, target } of [...doc.styleSheets, ...doc.adoptedStyleSheets]
    .flatMap(revealsIn)
    .slice(0, MAX_REVEALS))
    for (const shown of [...select(target)].slice(0, MAX_SHOWN)) {
      const over = hostOf(shown, host);
      const isSeen = isVisible(shown) && plain(shown).checkVisibility({ opacityProperty: true });
      // What the pointer is over now shows it already, and stays listed.
      if (over && (!isSeen || plain(over).matches(":hover")) && !holdsControl(over, shown)) hosts.add(over);
    }
  return [...hosts];
}

/** Selectors of what shows something else under the pointer, by the style sheets that were read last. */
export function hoverHosts(): string[] {
  const reveals = [...doc.styleSheets, ...doc.adoptedStyleSheets].flatMap(revealsIn);
  return [...new Set(reveals.slice(0, MAX_REVEALS).map(({ host }) => host))];
}

/** A rule such as `.card:hover .more`: what the pointer is over, and what is shown then. */
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
    // A sheet of another origin does not tell its rules.
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
    if (SHOWS.some((property) => rule.style.getPropertyValue(property) !== ""))
      reveals.push(...rule.selectorText.split(/,(?![^(]*\))/).flatMap(revealOf));
  }
  return reveals;
}

function revealOf(selector: string): Reveal[] {
  const parts = /^(.*?):hover\b([^\s>+~]*)(\s*[\s>+~].*)$/.exec(selector.trim());
  if (!parts) return [];
  const [, before = "", behind = "", rest = ""] = parts;
  const host = `${/(^|[\s>+~])$/.test(before) ? `${before}*` : before}${behind}`;
  return [{ host, target: host + rest.replaceAll(":hover", "") }];
}

function select(selector: string): Iterable<Element> {
  try {
    return doc.querySelectorAll(selector);
  } catch {
    return [];
  }
}

/** The nearest box around what is shown, or before it, that the rule speaks of. */
function hostOf(shown: Element, host: string): Element | undefined {
  const around = closestAround(shown, host);
  if (around) return around;
  for (let at = plain(shown).previousElementSibling; at; at = plain(at).previousElementSibling)
    if (plain(at).matches(host)) return at;
  return undefined;
}

/** True when something in it can be acted on by itself, beside what is hidden. */
export function holdsControl(element: Element, besides?: Element): boolean {
  const controls = plain(element).querySelectorAll(
    "a[href], button, input, select, textarea, [tabindex]:not([tabindex='-1']), [onclick]",
  );
  return [...controls].some((one) => !besides || !plain(besides).contains(one));
}
