/** Describes an element without a name: by its icon, image, colour, position in a grid, or a developer's identifier. */
import { plain } from "../dom/plain.ts";
import { squash } from "../dom/text.ts";
import { childrenOf, parentOf } from "../dom/tree.ts";
import { explicitRole } from "./roles.ts";

/** Maximum number of descendants to read. */
const MAX_PARTS = 12;
const MAX_VALUE = 60;

/** Maximum width and height of a colour swatch in pixels. A larger box is a background. */
const MAX_SWATCH = 80;

/** A wrapper is at most this many pixels wider and higher than the element that fills it. */
const MAX_PADDING = 6;

/** A colour whose red, green and blue differ by less is gray. */
const MIN_COLORED = 24;

/** Maximum number of cells in a grid of boxes. */
const MAX_CELLS = 2_500;

/** Attributes in which libraries keep tooltips, and developers keep identifiers. */
const TOOLTIPS = [
  "data-original-title",
  "data-bs-original-title",
  "data-tooltip",
  "data-tip",
  "data-title",
  "data-label",
];
const DEVELOPER_ATTRIBUTES = [
  "data-testid",
  "data-test-id",
  "data-test",
  "data-cy",
  "data-action",
  "data-icon",
  "data-name",
];

/** Prefixes of icon fonts and icon sets, and suffixes that do not name an icon. */
const ICON =
  /^(?:fa|bi|mdi|ti|ri|bx[sl]?|pi|la|icon|icons|glyphicon|codicon|octicon|feather|lucide|uil|ui-icon|anticon|el-icon|icofont|lni|dashicons|typcn|ion|fi|ph|svg|i|vjs-icon)-{1,2}([a-z][\w-]*)$/i;
const NO_ICON =
  /^(solid|regular|light|thin|duotone|brands|sharp|fw|lg|sm|xs|xl|\d?xl|spin|pulse|spinner-third|inline|wrapper|btn|button|icon|container|small|medium|large|left|right|placeholder|root|svg|base|outline|fill|bold|default|primary)$/;
const LIGATURE = /^(material-(icons|symbols)|mat-icon|google-symbols)/;

export type Traits = Record<string, string>;

/** The traits of an element by kind, such as `{ icon: "trash" }`; undefined when it has none. */
export function traitsOf(raw: Element): Traits | undefined {
  const parts = partsOf(raw);
  const cell = cellOf(raw);
  const position = cell ? { cell } : {};
  const pick = (key: string, value: string | undefined) =>
    value ? { [key]: squash(value).slice(0, MAX_VALUE) } : undefined;
  const first =
    pick("tooltip", attributeIn([raw], TOOLTIPS)) ??
    pick("icon", firstOf(parts, iconOf)) ??
    pick("image", firstOf(parts, imageOf)) ??
    pick("color", colorOf(raw, parts));
  if (first || cell) return { ...first, ...position };
  const element = plain(raw);
  const marked = pick("mark", attributeIn(parts, DEVELOPER_ATTRIBUTES));
  if (marked) return marked;
  if (element.id || element.hasAttribute("name") || element.hasAttribute("href")) return undefined;
  return pick("class", classOf(element));
}

/** The most specific classes of the element and of the wrapper that it fills. */
function classOf(element: Element): string | undefined {
  const wrapper = element.parentElement;
  const own = [...plain(element).classList];
  const around = own.length > 0 && wrapper && isFilled(wrapper, element) ? [...plain(wrapper).classList] : [];
  const specific = [...new Set([...own, ...around])].filter((name) => !GENERAL.test(name)).slice(0, MAX_CLASSES);
  return specific.length > 0 ? specific.join(" ") : own[0];
}

/** Maximum number of classes to print for one element. */
const MAX_CLASSES = 3;

/** Classes for appearance or state: words of frameworks, and short ones with numbers. */
const GENERAL =
  /(^|[-_])(helper|reset|corner|widget|clearfix|wrapper|container|inner|outer|base|root|active|inactive|open|opened|closed|show|shown|hide|hidden|visible|focus|focused|hover|enabled|disabled|selected|default|state|fade|row|col|flex|grid|block|inline|fixed|absolute|relative|rounded|shadow|border|bg|text)([-_:]|$)|font-?size|size(small|medium|large)|color(primary|secondary|default|inherit|error|info|success|warning)|variant|^(js|is|has|no)-|^[a-z]{1,2}-(\d+|auto|sm|md|lg|xl)$|\d$/i;

function isFilled(wrapper: Element, element: Element): boolean {
  const [around, inner] = [plain(wrapper).getBoundingClientRect(), plain(element).getBoundingClientRect()];
  return inner.width > 0 && around.width - inner.width <= MAX_PADDING && around.height - inner.height <= MAX_PADDING;
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
  // MUI and similar libraries: `<svg data-testid="DeleteIcon">`.
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

/** The last path segment of a URL; undefined for a data URL. */
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

/** The colour of a small empty box, as `#rrggbb`. */
function colorOf(raw: Element, parts: readonly Element[]): string | undefined {
  const { width, height } = plain(raw).getBoundingClientRect();
  if (width > MAX_SWATCH || height > MAX_SWATCH || /\S/.test(plain(raw).textContent ?? "")) return undefined;
  const around = parentOf(raw);
  const background = around ? getComputedStyle(around).backgroundColor : "";
  for (const part of parts) {
    if (!(part instanceof HTMLElement) || /^(input|select|textarea)$/.test(plain(part).localName)) continue;
    const { backgroundColor } = getComputedStyle(part);
    if (backgroundColor === background) continue;
    const [red = 0, green = 0, blue = 0] =
      /^rgb\((\d+), (\d+), (\d+)\)$/.exec(backgroundColor)?.slice(1).map(Number) ?? [];
    const isGray = Math.max(red, green, blue) - Math.min(red, green, blue) < MIN_COLORED;
    // Buttons are gray by default.
    if (isGray && part.style.backgroundColor === "") continue;
    return `#${[red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
  }
  return undefined;
}

/** `row 2, column 5`: the position in a table, in a grid, or in boxes that are laid out like a grid. */
function cellOf(raw: Element): string | undefined {
  for (let at: Element | null = raw, level = 0; at && level < 3; at = parentOf(at), level++) {
    const element = plain(at);
    const isCell = /^t[dh]$/.test(element.localName) || /^(grid)?cell$/.test(explicitRole(at) ?? "");
    if (!isCell) continue;
    const row = plain(element.closest("tr,[role=row]") ?? element);
    const column = element.getAttribute("aria-colindex") ?? String(indexAmongSiblings(element) + 1);
    return `row ${row.getAttribute("aria-rowindex") ?? rowOf(row) + 1}, column ${column}`;
  }
  return boardCell(raw);
}

/** Row numbers continue through all sections of a table. */
function rowOf(row: Element): number {
  return row instanceof HTMLTableRowElement && row.rowIndex >= 0 ? row.rowIndex : indexAmongSiblings(row);
}

function indexAmongSiblings(element: Element): number {
  if (element instanceof HTMLTableCellElement) return element.cellIndex;
  let position = 0;
  for (let at = element.previousElementSibling; at; at = at.previousElementSibling) position++;
  return position;
}

/** Positions of boxes by their grid, cached for one snapshot. */
let boards = new Map<Element, Map<Element, string>>();

export function forgetBoards(): void {
  boards = new Map();
}

/** The position among boxes of the same tag and class that form several rows and columns. */
function boardCell(raw: Element): string | undefined {
  const parent = plain(raw).parentElement;
  if (!parent || !/^(div|section|ul|ol|g|svg)$/.test(parent.localName)) return undefined;
  // Each row may be a box of its own.
  const board = isRowOfBoard(parent) ? parent.parentElement : parent;
  if (!board) return undefined;
  let positions = boards.get(board);
  if (!positions) {
    positions = positionsIn(
      board === parent ? [...parent.children] : [...board.children].flatMap((row) => [...row.children]),
      raw,
    );
    boards.set(board, positions);
  }
  return positions.get(raw);
}

function isRowOfBoard(row: Element): boolean {
  const other = row.nextElementSibling ?? row.previousElementSibling;
  return other !== null && other.localName === row.localName && other.childElementCount === row.childElementCount;
}

function positionsIn(boxes: readonly Element[], like: Element): Map<Element, string> {
  const positions = new Map<Element, string>();
  if (boxes.length < 4 || boxes.length > MAX_CELLS) return positions;
  const kindOf = (one: Element) => `${one.localName}.${plain(one).classList[0] ?? ""}`;
  if (boxes.some((box) => kindOf(box) !== kindOf(like))) return positions;
  const rects = boxes.map((box) => plain(box).getBoundingClientRect());
  const order = (values: number[]) => [...new Set(values.map(Math.round))].sort((a, b) => a - b);
  const rows = order(rects.map(({ top }) => top));
  const columns = order(rects.map(({ left }) => left));
  if (rows.length < 2 || columns.length < 2 || rows.length * columns.length > boxes.length * 1.5) return positions;
  for (const [n, box] of boxes.entries()) {
    const { top = 0, left = 0 } = rects[n] ?? {};
    positions.set(box, `row ${rows.indexOf(Math.round(top)) + 1}, column ${columns.indexOf(Math.round(left)) + 1}`);
  }
  return positions;
}
