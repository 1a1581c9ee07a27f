/**
 * Finds the row, card, item or group around an element, and the words by which a person tells it from those beside it.
 * It knows nothing of what is listed.
 */

import { nameOf } from "../accessibility/names.ts";
import { explicitRole, roleOf } from "../accessibility/roles.ts";
import { remembering } from "../dom/memory.ts";
import { doc, plain } from "../dom/plain.ts";
import { SILENT, squash, visibleText } from "../dom/text.ts";
import { childrenOf, contains, parentOf } from "../dom/tree.ts";

/** A title longer than this is cut: its beginning tells the rows apart. */
const MAX_TITLE = 60;

/** Elements that are looked at for one title, and siblings for a heading before an element. */
const MAX_LOOKS = 60;
const MAX_SIBLINGS = 20;

/** How far up a context may lie, and how many of them are told. */
const MAX_LEVELS = 25;
const MAX_CONTEXTS = 5;

const ITEM_TAGS = /^(tr|li|article|fieldset|details|dialog|figure|dd)$/;
const ITEM_ROLES = /^(row|listitem|article|option|treeitem|group|radiogroup|dialog|alertdialog|tabpanel|menu|toolbar)$/;

/** How pages call the boxes of a list, which may hold a single one. */
const ITEM_CLASS = /(^|[\s_-])(card|item|entry|product|tile)(\s|$)/i;

/** What a person calls by its place where it has no title of its own. */
const LANDMARKS: Record<string, string> = {
  banner: "header",
  complementary: "aside",
  contentinfo: "footer",
  navigation: "navigation",
};
const GROUP_TAGS = /^(section|table|form|nav|aside|header|footer)$/;
const GROUP_ROLES = /^(region|form|table|grid|navigation|complementary|banner|contentinfo|search)$/;

/** What is acted on says what it does, not what its row is about. Links and headings say both. */
const CONTROL = "button,input,select,textarea,summary,[role=button],[role=checkbox],[role=switch],[role=combobox]";

const ACTED_ON = `a[href],${CONTROL}`;

/** The rows, cards and items around an element, the innermost first; `withSelf` counts the element itself. */
export function groupsAround(element: Element, withSelf: boolean): Element[] {
  return [...(withSelf ? [element] : []), ...around(element)].filter(isItem);
}

/** Titles of what lies around an element, the innermost first: its item, what stands before it, groups, landmarks. */
export function contextsOf(element: Element): string[] {
  const titles = new Set([titleBefore(element), textBefore(element)]);
  for (const at of around(element)) {
    if (isItem(at)) titles.add(titleOf(at, element));
    // The text that a group begins with is that of its first item.
    else if (isGroup(at)) titles.add((isTitled(at) ? titleOf(at, element) : "") || (LANDMARKS[roleOf(at)] ?? ""));
    titles.add(titleBefore(at));
    if (titles.size > MAX_CONTEXTS) break;
  }
  titles.delete("");
  return [...titles];
}

function isGroup(element: Element): boolean {
  return GROUP_TAGS.test(plain(element).localName) || GROUP_ROLES.test(explicitRole(element) ?? "");
}

function isTitled(group: Element): boolean {
  const { title, heading, isOwn } = wholeTitle(group);
  return title !== "" && (isOwn || heading !== undefined);
}

/**
 * The words by which a person knows a row, card or group: its own name, its heading, else the first text in it. Nothing
 * inside `besides` counts, and nothing that is a control.
 */
export function titleOf(item: Element, besides?: Element): string {
  const { title, met, heading } = wholeTitle(item);
  // What the search did not come to made no difference.
  const isMet = besides && (met.has(besides) || (heading && contains(heading, besides)));
  return isMet ? readTitle(item, besides).title : title;
}

interface Title {
  title: string;
  /** The elements on the way to it that are no controls. */
  met: ReadonlySet<Element>;
  /** The heading that it is. */
  heading?: Element;
  /** It is a name of its own, not one that was found inside. */
  isOwn?: true;
}

const wholeTitle = remembering((item: Element) => readTitle(item, undefined));

function readTitle(item: Element, besides: Element | undefined): Title {
  const element = plain(item);
  const isNamed =
    element.matches("[aria-label],[aria-labelledby]") || /^(fieldset|figure|table)$/.test(element.localName);
  const met = new Set<Element>();
  const own = isNamed ? cut(/^(tr|li)$/.test(element.localName) ? labelOf(element) : nameOf(item)) : "";
  if (own) return { title: own, met, isOwn: true };
  const search: Search = { looks: MAX_LOOKS, besides, heading: "", text: "", hasLine: false, picture: "", met };
  collect(item, search);
  const title = cut(search.heading) || cut(search.text) || cut(search.picture);
  return { title, met, ...(search.from ? { heading: search.from } : {}) };
}

function labelOf(element: Element): string {
  return element.getAttribute("aria-label")?.trim() ?? "";
}

function cut(text: string): string {
  const squashed = squash(text);
  return squashed.length > MAX_TITLE ? `${squashed.slice(0, MAX_TITLE - 1).trimEnd()}…` : squashed;
}

function* around(element: Element): Generator<Element> {
  let at = parentOf(element);
  for (let level = 0; at && at !== doc.body && at !== doc.documentElement && level < MAX_LEVELS; level++) {
    yield at;
    at = parentOf(at);
  }
}

/** A row, an item of a list, a labelled part, or one of several boxes that are made alike. */
export const isItem = remembering((raw: Element) => {
  const element = plain(raw);
  const role = explicitRole(element);
  if (role ? ITEM_ROLES.test(role) : ITEM_TAGS.test(element.localName)) return true;
  const called = element.getAttribute("class");
  if (called && ITEM_CLASS.test(called)) return true;
  return isAlike(element, element.nextElementSibling) || isAlike(element, element.previousElementSibling);
});

/** Of the same tag and class; where there is no class, with the same first child, and not `div#root` beside the box of a drawer. */
export function isAlike(element: Element, sibling: Element | null): boolean {
  if (!sibling || sibling.localName !== element.localName) return false;
  if (element.localName.includes("-")) return true;
  const [one, other] = [firstClassOf(element), firstClassOf(plain(sibling))];
  if (one !== undefined || other !== undefined) return one === other;
  if ((element.id === "") !== (plain(sibling).id === "")) return false;
  const [first, second] = [element.firstElementChild, plain(sibling).firstElementChild];
  return first !== null && first.localName === second?.localName;
}

/** Of thousands of elements: a list of classes costs more than its words. */
function firstClassOf(element: Element): string | undefined {
  const called = element.getAttribute("class");
  return called ? /[^\t\n\f\r ]+/.exec(called)?.[0] : undefined;
}

interface Search {
  looks: number;
  besides: Element | undefined;
  heading: string;
  /** The first line of text that has a word in it, with the numbers and signs before it. */
  text: string;
  hasLine: boolean;
  picture: string;
  met: Set<Element>;
  /** The element of the heading. */
  from?: Element;
}

/** Looks for a heading, for text and for a picture, in the order of the document, until a heading is found. */
function collect(parent: Element, search: Search): void {
  for (const node of childrenOf(parent)) {
    if (search.heading || search.looks <= 0) return;
    if (node instanceof Text) search.text += search.hasLine ? "" : node.data;
    else if (node instanceof Element) collectElement(node, search);
  }
}

function collectElement(raw: Element, search: Search): void {
  const element = plain(raw);
  search.looks--;
  if (SILENT.has(element.localName)) return;
  if (raw === search.besides || element.matches(CONTROL)) {
    endLine(search);
    return;
  }
  search.met.add(raw);
  const { display } = getComputedStyle(raw);
  if (display !== "contents" && !element.checkVisibility({ visibilityProperty: true })) return;
  if (isHeading(element) && !(search.besides && contains(raw, search.besides))) {
    search.heading = nameOf(raw);
    search.from = raw;
  }
  if (search.heading) return;
  if (element.localName === "img") search.picture ||= element.getAttribute("alt")?.trim() ?? "";
  const isBlock = !/^(inline|contents)/.test(display) || element.localName === "br";
  if (isBlock) endLine(search);
  collect(raw, search);
  if (isBlock) endLine(search);
}

function endLine(search: Search): void {
  // The initials in a picture's place go on with the name.
  if (/\p{L}{2}/u.test(search.text) && !/^\s*\p{Lu}{1,3}\s*$/u.test(search.text)) search.hasLine = true;
  else search.text += " ";
}

export function isHeading(element: Element): boolean {
  return /^(h[1-6]|legend|caption)$/.test(element.localName) || explicitRole(element) === "heading";
}

function holdsItems(element: Element): boolean {
  const first = plain(element).firstElementChild;
  return first !== null && isItem(first) && !getComputedStyle(first).display.startsWith("inline");
}

/** The heading before an element at its own level. */
function titleBefore(raw: Element): string {
  let at = plain(raw).previousElementSibling;
  for (let n = 0; at && n < MAX_SIBLINGS; n++, at = plain(at).previousElementSibling)
    if (isHeading(plain(at))) return cut(nameOf(at));
  return "";
}

/** The text before an element on its own level, as far as the next control or item of a list. */
function textBefore(raw: Element): string {
  let text = "";
  let at = plain(raw).previousSibling;
  for (let n = 0; at && n < MAX_SIBLINGS && !/\p{L}{2}/u.test(text); n++, at = plain(at).previousSibling) {
    if (at instanceof Element && (plain(at).matches(ACTED_ON) || plain(at).querySelector(ACTED_ON) !== null)) break;
    // The item before this one, or a list of items, says what those are.
    if (at instanceof Element && (isAlike(raw, at) || holdsItems(at))) break;
    if (at instanceof Text) text = at.data + text;
    else if (at instanceof Element && !SILENT.has(plain(at).localName)) {
      const isInline = getComputedStyle(at).display.startsWith("inline");
      text = `${visibleText(at, MAX_TITLE)}${isInline ? "" : " "}${text}`;
    }
  }
  return /\p{L}{2}/u.test(text) ? cut(text) : "";
}
