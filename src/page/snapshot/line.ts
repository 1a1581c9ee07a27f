/** Formats the line of an element: `[12]<input type=email value=ann@x.at required>E-mail`. */

import type { ElementNode, ScrollShare, WalkNode } from "../core/library.ts";
import type { StateElement } from "./model.ts";

/** Limit of a value in characters. */
const VALUE_LENGTH = 100;

/** A text up to this length is on the line of its element; a longer one has its own line below. */
const INLINE_LENGTH = 160;

/** Matches the start of lines of the output format: elements, frames, folds, cuts, marks, header lines and events. */
const FORMAT_LINE =
  /^(\*?(\|scroll element)?\[\d+\]|\*?\||---|…|\+\d+ more|\((the page|nothing)|(url|title|status|diff|tab|viewport|page|scroll|dialog|navigated|download|recovered|crash|changes): )/;

/** Quotes text of the page that looks like a line of the output format, so that a page cannot forge an element. */
export function quoteForged(text: string): string {
  return FORMAT_LINE.test(text.trimStart()) ? JSON.stringify(text) : text;
}

/** The line of the element at `n` of `nodes`. `taken` is the number of following nodes that the line includes. */
export function elementLine(
  element: StateElement,
  nodes: readonly WalkNode[],
  n: number,
): { text: string; words: string; taken: 0 | 1 } {
  const node = nodes[n] as ElementNode;
  const { depth, scroll, attributes } = node;
  const own = ownText(node, nodes[n + 1]);
  const isOnlyChild = (nodes[n + 2]?.depth ?? 0) <= depth;
  const shown = new Map(attributes);
  const label = shown.get("label") ?? "";
  removeRedundant(shown, element, scroll !== undefined);
  // A name that contains the text replaces it.
  const isLonger = own !== "" && isOnlyChild && label.includes(own);
  if (label !== "" && own !== "" && !isLonger) shown.set("label", shortened(label));
  const words = own !== "" && !isLonger ? own : shortened(label, INLINE_LENGTH);
  const all = [...shown, ...valueAttribute(element), ...stateAttributes(element.states)];
  const mark = `${element.isNew ? "*" : ""}${scroll ? "|scroll element" : ""}[${element.index}]`;
  const seen = ["label", "placeholder", "title"].map((key) => shown.get(key) ?? "");
  const text = `${mark}<${element.tag}${attributeText(all)}>${quoteForged(words)}${scrollText(scroll)}`;
  return { text, words: [words, ...seen].filter((one) => one !== "").join("\n"), taken: own === "" ? 0 : 1 };
}

/** The first text of an element if it is short. The content of a scrollable element has its own lines. */
function ownText({ depth, scroll }: ElementNode, first: WalkNode | undefined): string {
  if (scroll || first?.kind !== "text" || first.depth !== depth + 1) return "";
  return first.text.length > INLINE_LENGTH ? "" : first.text;
}

/** Removes attributes that repeat the name, the tag or the role. */
function removeRedundant(shown: Map<string, string>, element: StateElement, scrolls: boolean): void {
  shown.delete("label");
  if (element.tag === "button") shown.delete("type");
  // Ids help only if nothing else describes the element.
  if (!scrolls && (element.name !== "" || element.text !== "" || shown.has("placeholder"))) {
    shown.delete("id");
    shown.delete("name");
  }
  if (/^(#|javascript:.*)$/.test(shown.get("href") ?? "")) shown.delete("href");
}

/** The value of a control. The content of an editable element is text, not a value. */
function valueAttribute({ value, tag, role }: StateElement): [string, string][] {
  if (value === undefined || value === "") return [];
  const hasValue =
    /^(input|textarea|select|progress|meter)$/.test(tag) ||
    /^(slider|spinbutton|progressbar|meter|scrollbar)$/.test(role);
  return hasValue ? [["value", shortened(value)]] : [];
}

function shortened(value: string, maxLength = VALUE_LENGTH): string {
  if (value.length <= maxLength) return value;
  const start = value.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start}… ${value.length - start.length} more characters`;
}

function stateAttributes(states: readonly string[]): [string, string][] {
  return states.map((state) => {
    const at = state.indexOf("=");
    return at < 0 ? [state, ""] : [state.slice(0, at), state.slice(at + 1)];
  });
}

/** Attributes as text, ` key=value key="a value" flag`: quoted if a value has spaces or quotes, only the key if it is empty. */
export function attributeText(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([key, value]) => (value === "" ? ` ${key}` : ` ${key}=${quote(value)}`)).join("");
}

function quote(value: string): string {
  return /[\s"'=<>]/.test(value) ? JSON.stringify(value) : value;
}

/** The hidden content of a scrollable element as text: ` (0.5 pages above, 2.5 pages below, horizontal 40%)`. */
function scrollText(scroll: ScrollShare | undefined): string {
  if (!scroll) return "";
  const parts = [
    ...(scroll.above >= 0.05 ? [`${scroll.above.toFixed(1)} pages above`] : []),
    ...(scroll.below >= 0.05 ? [`${scroll.below.toFixed(1)} pages below`] : []),
    ...(scroll.horizontal === undefined ? [] : [`horizontal ${scroll.horizontal}%`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
