/** Finds the row, card, item or group around an element, and the words that distinguish it from its siblings. */

import { nameOf } from "../accessibility/names.ts";
import { explicitRole, roleOf } from "../accessibility/roles.ts";
import { cached } from "../dom/cache.ts";
import { doc, plain } from "../dom/plain.ts";
import { squash, UNRENDERED, visibleText } from "../dom/text.ts";
import { childrenOf, contains, parentOf } from "../dom/tree.ts";

/** Longer titles are cut, because the beginning is enough to distinguish rows. */
const MAX_TITLE = 60;

/** Maximum number of elements to read for one title, and of siblings to search for a heading. */
const MAX_ELEMENTS = 60;
const MAX_SIBLINGS = 20;

/** Maximum distance of a context in levels, and maximum number of contexts. */
const MAX_LEVELS = 25;
const MAX_CONTEXTS = 5;

const ITEM_TAGS = /^(tr|li|article|fieldset|details|dialog|figure|dd)$/;
const ITEM_ROLES = /^(row|listitem|article|option|treeitem|group|radiogroup|dialog|alertdialog|tabpanel|menu|toolbar)$/;

/** Common class names for the boxes of a list, which may contain a single one. */
const ITEM_CLASS = /(^|[\s_-])(card|item|entry|product|tile)(\s|$)/i;

/** Names for landmarks without a title. */
const LANDMARKS: Record<string, string> = {
  banner: "header",
  complementary: "aside",
  contentinfo: "footer",
  navigation: "navigation",
};
const GROUP_TAGS = /^(section|table|form|nav|aside|header|footer)$/;
const GROUP_ROLES = /^(region|form|table|grid|navigation|complementary|banner|contentinfo|search)$/;

/** The text of a control describes the control and not its row. Links and headings describe both. */
const CONTROL = "button,input,select,textarea,summary,[role=button],[role=checkbox],[role=switch],[role=combobox]";

const ACTED_ON = `a[href],${CONTROL}`;

/** The rows, cards and items around an element, innermost first; with `withSelf` including the element. */
export function groupsAround(element: Element, withSelf: boolean): Element[] {
  return [...(withSelf ? [element] : []), ...around(element)].filter(isItem);
}

/** The titles of the contexts of an element, innermost first: its item, the text before it, groups, landmarks. */
export function contextsOf(element: Element): string[] {
  const titles = new Set([titleBefore(element), textBefore(element)]);
  for (const at of around(element)) {
    if (isItem(at)) titles.add(titleOf(at, element));
    // The first text in a group belongs to its first item.
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
  const { title, heading, isOwn } = cachedTitle(group);
  return title !== "" && (isOwn || heading !== undefined);
}

/** The title of a row, card or group: its name, its heading, or its first text, without controls and `except`. */
export function titleOf(item: Element, except?: Element): string {
  const { title, seen, heading } = cachedTitle(item);
  // The cached title is valid unless the search met the excluded element.
  const isVisited = except && (seen.has(except) || (heading && contains(heading, except)));
  return isVisited ? readTitle(item, except).title : title;
}

interface Title {
  title: string;
  /** The elements that the search met, without controls. */
  seen: ReadonlySet<Element>;
  /** The heading that the title is from. */
  heading?: Element;
  /** The title is a name of the item itself, not of a descendant. */
  isOwn?: true;
}

const cachedTitle = cached((item: Element) => readTitle(item, undefined));

function readTitle(item: Element, except: Element | undefined): Title {
  const element = plain(item);
  const isNamed =
    element.matches("[aria-label],[aria-labelledby]") || /^(fieldset|figure|table)$/.test(element.localName);
  const seen = new Set<Element>();
  const own = isNamed ? cut(/^(tr|li)$/.test(element.localName) ? labelOf(element) : nameOf(item)) : "";
  if (own) return { title: own, seen, isOwn: true };
  const search: Search = {
    left: MAX_ELEMENTS,
    except,
    heading: "",
    text: "",
    hasLine: false,
    picture: "",
    seen,
  };
  collect(item, search);
  const title = cut(search.heading) || cut(search.text) || cut(search.picture);
  return { title, seen, ...(search.headingElement ? { heading: search.headingElement } : {}) };
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

/** True for a row, a list item, a labelled group, or one of several similar boxes. */
export const isItem = cached((raw: Element) => {
  const element = plain(raw);
  const role = explicitRole(element);
  if (role ? ITEM_ROLES.test(role) : ITEM_TAGS.test(element.localName)) return true;
  const className = element.getAttribute("class");
  if (className && ITEM_CLASS.test(className)) return true;
  return isSimilar(element, element.nextElementSibling) || isSimilar(element, element.previousElementSibling);
});

/** True for siblings with the same tag and class. Without a class, the first child and the presence of an id count. */
export function isSimilar(element: Element, sibling: Element | null): boolean {
  if (!sibling || sibling.localName !== element.localName) return false;
  if (element.localName.includes("-")) return true;
  const [one, other] = [firstClassOf(element), firstClassOf(plain(sibling))];
  if (one !== undefined || other !== undefined) return one === other;
  if ((element.id === "") !== (plain(sibling).id === "")) return false;
  const [first, second] = [element.firstElementChild, plain(sibling).firstElementChild];
  return first !== null && first.localName === second?.localName;
}

/** The first class. Called for thousands of elements, and a `classList` is slower. */
function firstClassOf(element: Element): string | undefined {
  const className = element.getAttribute("class");
  return className ? /[^\t\n\f\r ]+/.exec(className)?.[0] : undefined;
}

interface Search {
  left: number;
  except: Element | undefined;
  heading: string;
  /** The first line of text with a word, including numbers and signs before it. */
  text: string;
  hasLine: boolean;
  picture: string;
  seen: Set<Element>;
  /** The element of the heading. */
  headingElement?: Element;
}

/** Collects a heading, text and an image text in document order, until a heading is found. */
function collect(parent: Element, search: Search): void {
  for (const node of childrenOf(parent)) {
    if (search.heading || search.left <= 0) return;
    if (node instanceof Text) search.text += search.hasLine ? "" : node.data;
    else if (node instanceof Element) collectElement(node, search);
  }
}

function collectElement(raw: Element, search: Search): void {
  const element = plain(raw);
  search.left--;
  if (UNRENDERED.has(element.localName)) return;
  if (raw === search.except || element.matches(CONTROL)) {
    endLine(search);
    return;
  }
  search.seen.add(raw);
  const { display } = getComputedStyle(raw);
  if (display !== "contents" && !element.checkVisibility({ visibilityProperty: true })) return;
  if (isHeading(element) && !(search.except && contains(raw, search.except))) {
    search.heading = nameOf(raw);
    search.headingElement = raw;
  }
  if (search.heading) return;
  if (element.localName === "img") search.picture ||= element.getAttribute("alt")?.trim() ?? "";
  const isBlock = !/^(inline|contents)/.test(display) || element.localName === "br";
  if (isBlock) endLine(search);
  collect(raw, search);
  if (isBlock) endLine(search);
}

function endLine(search: Search): void {
  // Initials in place of an avatar are followed by the name.
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

/** The heading before an element among its siblings. */
function titleBefore(raw: Element): string {
  let at = plain(raw).previousElementSibling;
  for (let n = 0; at && n < MAX_SIBLINGS; n++, at = plain(at).previousElementSibling)
    if (isHeading(plain(at))) return cut(nameOf(at));
  return "";
}

/** The text before an element among its siblings, up to the next control or list item. */
function textBefore(raw: Element): string {
  let text = "";
  let at = plain(raw).previousSibling;
  for (let n = 0; at && n < MAX_SIBLINGS && !/\p{L}{2}/u.test(text); n++, at = plain(at).previousSibling) {
    if (at instanceof Element && endsTextBefore(raw, at)) break;
    text = siblingText(at) + text;
  }
  return /\p{L}{2}/u.test(text) ? cut(text) : "";
}

/** True for a control, the previous item, or a list of items: earlier text belongs to them. */
function endsTextBefore(raw: Element, sibling: Element): boolean {
  if (plain(sibling).matches(ACTED_ON) || plain(sibling).querySelector(ACTED_ON) !== null) return true;
  return isSimilar(raw, sibling) || holdsItems(sibling);
}

function siblingText(node: Node): string {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || UNRENDERED.has(plain(node).localName)) return "";
  const isInline = getComputedStyle(node).display.startsWith("inline");
  return `${visibleText(node, MAX_TITLE)}${isInline ? "" : " "}`;
}
