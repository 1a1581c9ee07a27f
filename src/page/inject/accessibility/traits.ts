/**
 * What tells an element that nothing names: its icon, picture, colour, place in a grid, or the word that a programmer gave it.
 * It knows nothing of names.
 */
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { childrenOf, parentOf } from "../dom/tree.ts";
import { explicitRole } from "./roles.ts";

/** Elements inside that are looked at. */
const MAX_PARTS = 12;
const MAX_VALUE = 60;

/** A swatch is at most so wide and high; a larger box is a box with a background. */
const MAX_SWATCH = 80;

/** A wrapper is at most so much wider and higher than what fills it. */
const MAX_EDGE = 6;

/** What differs less in its red, green and blue is gray. */
const MIN_COLORED = 24;

/** A board of more boxes than this is no board. */
const MAX_CELLS = 2_500;

/** Where tooltips of libraries keep their text, and programmers their words. */
const TOOLTIPS = [
  "data-original-title",
  "data-bs-original-title",
  "data-tooltip",
  "data-tip",
  "data-title",
  "data-label",
];
const MARKS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-action", "data-icon", "data-name"];

/** Prefixes of icon fonts and icon sets, and what follows them without being an icon. */
const ICON =
  /^(?:fa|bi|mdi|ti|ri|bx[sl]?|pi|la|icon|icons|glyphicon|codicon|octicon|feather|lucide|uil|ui-icon|anticon|el-icon|icofont|lni|dashicons|typcn|ion|fi|ph|svg|i|vjs-icon)-{1,2}([a-z][\w-]*)$/i;
const NO_ICON =
  /^(solid|regular|light|thin|duotone|brands|sharp|fw|lg|sm|xs|xl|\d?xl|spin|pulse|spinner-third|inline|wrapper|btn|button|icon|container|small|medium|large|left|right|placeholder|root|svg|base|outline|fill|bold|default|primary)$/;
const LIGATURE = /^(material-(icons|symbols)|mat-icon|google-symbols)/;

export type Traits = Record<string, string>;

/** The traits of an element by the word for each, such as `{ icon: "trash" }`; undefined where it has none. */
export function traitsOf(raw: Element): Traits | undefined {
  const parts = partsOf(raw);
  const cell = cellOf(raw);
  const place = cell ? { cell } : {};
  const pick = (key: string, value: string | undefined) =>
    value ? { [key]: squash(value).slice(0, MAX_VALUE) } : undefined;
  const first =
    pick("tooltip", attributeIn([raw], TOOLTIPS)) ??
    pick("icon", firstOf(parts, iconOf)) ??
    pick("image", firstOf(parts, imageOf)) ??
    pick("color", colorOf(raw, parts));
  if (first || cell) return { ...first, ...place };
  const element = plain(raw);
  const marked = pick("mark", attributeIn(parts, MARKS));
  if (marked) return marked;
  if (element.id || element.hasAttribute("name") || element.hasAttribute("href")) return undefined;
  return pick("class", classOf(element));
}

/** The classes that tell most, and those of a wrapper which it fills: these may be the ones that say what it is for. */
function classOf(element: Element): string | undefined {
  const wrapper = element.parentElement;
  const own = [...plain(element).classList];
  const around = own.length > 0 && wrapper && isFilled(wrapper, element) ? [...plain(wrapper).classList] : [];
  const telling = [...new Set([...own, ...around])].filter((name) => !GENERAL.test(name)).slice(0, MAX_CLASSES);
  return telling.length > 0 ? telling.join(" ") : own[0];
}

/** Classes of one element that are told. */
const MAX_CLASSES = 3;

/** Classes that say how something looks or what state it is in: words of frameworks, and short ones with numbers. */
const GENERAL =
  /(^|[-_])(helper|reset|corner|widget|clearfix|wrapper|container|inner|outer|base|root|active|inactive|open|opened|closed|show|shown|hide|hidden|visible|focus|focused|hover|enabled|disabled|selected|default|state|fade|row|col|flex|grid|block|inline|fixed|absolute|relative|rounded|shadow|border|bg|text)([-_:]|$)|font-?size|size(small|medium|large)|color(primary|secondary|default|inherit|error|info|success|warning)|variant|^(js|is|has|no)-|^[a-z]{1,2}-(\d+|auto|sm|md|lg|xl)$|\d$/i;

function isFilled(wrapper: Element, element: Element): boolean {
  const [around, inner] = [plain(wrapper).getBoundingClientRect(), plain(element).getBoundingClientRect()];
  return inner.width > 0 && around.width - inner.width <= MAX_EDGE && around.height - inner.height <= MAX_EDGE;
}

function partsOf(raw: Element): Element[] {
  const parts = [raw];
  for (let n = 0; n < parts.length && parts.length < MAX_PARTS; n++)
    for (const child of childrenOf(parts[n] as Element)) {
      if (parts.length >= MAX_PARTS) break;
      if (child instanceof Element) parts.push(child);
    }
  return parts;
}

function firstOf(parts: readonly Element[], find: (part: Element) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = find(part);
    if (found) return found;
  }
  return undefined;
}

function attributeIn(parts: readonly Element[], names: readonly string[]): string | undefined {
  return firstOf(parts, (part) => names.map((name) => plain(part).getAttribute(name)?.trim()).find(Boolean));
}

function iconOf(raw: Element): string | undefined {
  const part = plain(raw);
  const { classList } = part;
  for (const name of classList) {
    const icon = ICON.exec(name)?.[1];
    if (icon && !NO_ICON.test(icon)) return icon;
    if (LIGATURE.test(name)) return part.textContent?.trim();
  }
  if (part.localName === "use") return spriteOf(part.getAttribute("href") ?? part.getAttribute("xlink:href"));
  // MUI and its like: `<svg data-testid="DeleteIcon">`.
  return part.localName === "svg" ? /^(\w+)Icon$/.exec(part.getAttribute("data-testid") ?? "")?.[1] : undefined;
}

/** `/sprite.svg#icon-cart` is `cart`. */
function spriteOf(href: string | null): string | undefined {
  return /#(?:icon-|i-|ico-|svg-)?(.+)$/.exec(href ?? "")?.[1];
}

const PICTURES = ["src", "poster", "data", "href", "xlink:href"];

function imageOf(raw: Element): string | undefined {
  const part = plain(raw);
  if (/^(img|image|video|audio|object|embed|input)$/.test(part.localName)) {
    const file = PICTURES.map((name) => fileName(part.getAttribute(name))).find(Boolean);
    if (file) return file;
  }
  const source = /^(video|audio)$/.test(part.localName) ? part.querySelector("source")?.getAttribute("src") : null;
  return (
    fileName(source ?? null) ?? fileName(/url\("(.*?)"\)/.exec(getComputedStyle(raw).backgroundImage)?.[1] ?? null)
  );
}

/** The last part of an address; undefined for one that holds the picture itself. */
function fileName(address: string | null): string | undefined {
  if (!address || /^(data|blob|javascript):|^#/.test(address)) return undefined;
  const name = /([^/?#]+)(?:[?#].*)?$/.exec(address)?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The colour of a small box that shows nothing else, as `#rrggbb`. */
function colorOf(raw: Element, parts: readonly Element[]): string | undefined {
  const { width, height } = plain(raw).getBoundingClientRect();
  if (width > MAX_SWATCH || height > MAX_SWATCH || /\S/.test(plain(raw).textContent ?? "")) return undefined;
  const around = parentOf(raw);
  const ground = around ? getComputedStyle(around).backgroundColor : "";
  for (const part of parts) {
    if (!(part instanceof HTMLElement) || /^(input|select|textarea)$/.test(plain(part).localName)) continue;
    const { backgroundColor } = getComputedStyle(part);
    if (backgroundColor === ground) continue;
    const [red = 0, green = 0, blue = 0] =
      /^rgb\((\d+), (\d+), (\d+)\)$/.exec(backgroundColor)?.slice(1).map(Number) ?? [];
    const isGray = Math.max(red, green, blue) - Math.min(red, green, blue) < MIN_COLORED;
    // Buttons are gray by themselves.
    if (isGray && part.style.backgroundColor === "") continue;
    return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
  }
  return undefined;
}

/** `row 2, column 5` of a table or grid, or of boxes that are laid out as one. */
function cellOf(raw: Element): string | undefined {
  for (let at: Element | null = raw, level = 0; at && level < 3; at = parentOf(at), level++) {
    const element = plain(at);
    const isCell = /^t[dh]$/.test(element.localName) || /^(grid)?cell$/.test(explicitRole(at) ?? "");
    if (!isCell) continue;
    const row = plain(element.closest("tr,[role=row]") ?? element);
    const column = element.getAttribute("aria-colindex") ?? String(placeAmong(element) + 1);
    return `row ${row.getAttribute("aria-rowindex") ?? rowOf(row) + 1}, column ${column}`;
  }
  return boardCell(raw);
}

/** The rows of all parts of a table are counted on. */
function rowOf(row: Element): number {
  return row instanceof HTMLTableRowElement && row.rowIndex >= 0 ? row.rowIndex : placeAmong(row);
}

function placeAmong(element: Element): number {
  if (element instanceof HTMLTableCellElement) return element.cellIndex;
  let place = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) place++;
  return place;
}

/** Places of the boxes of one board, by what holds it. They hold for one look at the page. */
let boards = new Map<Element, Map<Element, string>>();

export function forgetBoards(): void {
  boards = new Map();
}

/** A box among boxes of the same tag and class that stand in several lines and columns. */
function boardCell(raw: Element): string | undefined {
  const parent = plain(raw).parentElement;
  if (!parent || !/^(div|section|ul|ol|g|svg)$/.test(parent.localName)) return undefined;
  // Rows that are boxes themselves, around the boxes of one line.
  const board = isRowOfBoard(parent) ? parent.parentElement : parent;
  if (!board) return undefined;
  let places = boards.get(board);
  if (!places) {
    places = placesIn(
      board === parent ? [...parent.children] : [...board.children].flatMap((row) => [...row.children]),
      raw,
    );
    boards.set(board, places);
  }
  return places.get(raw);
}

function isRowOfBoard(row: Element): boolean {
  const other = row.nextElementSibling ?? row.previousElementSibling;
  return other !== null && other.localName === row.localName && other.childElementCount === row.childElementCount;
}

function placesIn(boxes: readonly Element[], like: Element): Map<Element, string> {
  const places = new Map<Element, string>();
  if (boxes.length < 4 || boxes.length > MAX_CELLS) return places;
  const kindOf = (one: Element) => `${one.localName}.${plain(one).classList[0] ?? ""}`;
  if (boxes.some((box) => kindOf(box) !== kindOf(like))) return places;
  const rects = boxes.map((box) => plain(box).getBoundingClientRect());
  const order = (values: number[]) => [...new Set(values.map(Math.round))].sort((a, b) => a - b);
  const rows = order(rects.map(({ top }) => top));
  const columns = order(rects.map(({ left }) => left));
  if (rows.length < 2 || columns.length < 2 || rows.length * columns.length > boxes.length * 1.5) return places;
  for (const [n, box] of boxes.entries()) {
    const { top = 0, left = 0 } = rects[n] ?? {};
    places.set(box, `row ${rows.indexOf(Math.round(top)) + 1}, column ${columns.indexOf(Math.round(left)) + 1}`);
  }
  return places;
}
