/** How one element is written on its line: `[12]<input type=email value=ann@x.at required>E-mail`. Pure. */

import type { ElementNode, ScrollShare, WalkNode } from "../core/library.ts";
import type { StateElement } from "./model.ts";

/** Longer values are cut, and the rest is counted. */
const VALUE_LENGTH = 100;

/** Text of this length stands on the line of its element; longer text gets a line of its own below it. */
const INLINE_LENGTH = 160;

/** How lines begin that are ours: elements, frames, folds, cuts, marks, the header's last ones, and what happened beside. */
const OURS =
  /^(\*?(\|scroll element)?\[\d+\]|\*?\||---|…|\+\d+ more|\((the page|nothing)|(url|title|status|diff|tab|viewport|page|scroll|dialog|navigated|download|recovered|crash|changes): )/;

/** Text of the page. Text that could be taken for a line of ours is quoted: a page must not forge an element. */
export function ownWords(text: string): string {
  return OURS.test(text.trimStart()) ? JSON.stringify(text) : text;
}

/** The line of the element at `n` of `nodes`. `taken` is how many nodes behind it are printed on that line as well. */
export function elementLine(
  element: StateElement,
  nodes: readonly WalkNode[],
  n: number,
): { text: string; words: string; taken: 0 | 1 } {
  const node = nodes[n] as ElementNode;
  const { depth, scroll, attributes } = node;
  const own = ownText(node, nodes[n + 1]);
  const isAlone = (nodes[n + 2]?.depth ?? 0) <= depth;
  const shown = new Map(attributes);
  const label = shown.get("label") ?? "";
  tidy(shown, element, scroll !== undefined);
  // A name that goes on where the text ends stands for both.
  const isLonger = own !== "" && isAlone && label.includes(own);
  if (label !== "" && own !== "" && !isLonger) shown.set("label", shortened(label));
  const words = own !== "" && !isLonger ? own : shortened(label, INLINE_LENGTH);
  const all = [...shown, ...valueAttribute(element), ...stateAttributes(element.states)];
  const mark = `${element.isNew ? "*" : ""}${scroll ? "|scroll element" : ""}[${element.index}]`;
  const seen = ["label", "placeholder", "title"].map((key) => shown.get(key) ?? "");
  const text = `${mark}<${element.tag}${attributeText(all)}>${ownWords(words)}${scrollText(scroll)}`;
  return { text, words: [words, ...seen].filter((one) => one !== "").join("\n"), taken: own === "" ? 0 : 1 };
}

/** The text that an element begins with, where it is short. What a box that scrolls holds stands below it. */
function ownText({ depth, scroll }: ElementNode, first: WalkNode | undefined): string {
  if (scroll || first?.kind !== "text" || first.depth !== depth + 1) return "";
  return first.text.length > INLINE_LENGTH ? "" : first.text;
}

/** Leaves out what the name, the tag or the role says already. */
function tidy(shown: Map<string, string>, element: StateElement, scrolls: boolean): void {
  shown.delete("label");
  if (element.tag === "button") shown.delete("type");
  // Ids are not addresses here: they only help where nothing else tells what the element is.
  if (!scrolls && (element.name !== "" || element.text !== "" || shown.has("placeholder"))) {
    shown.delete("id");
    shown.delete("name");
  }
  if (/^(#|javascript:.*)$/.test(shown.get("href") ?? "")) shown.delete("href");
}

/** The value of a control. Text that is edited in place is read as text below. */
function valueAttribute({ value, tag, role }: StateElement): [string, string][] {
  if (value === undefined || value === "") return [];
  const isTold =
    /^(input|textarea|select|progress|meter)$/.test(tag) ||
    /^(slider|spinbutton|progressbar|meter|scrollbar)$/.test(role);
  return isTold ? [["value", shortened(value)]] : [];
}

function shortened(value: string, most = VALUE_LENGTH): string {
  if (value.length <= most) return value;
  const kept = value.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept}… ${value.length - kept.length} more characters`;
}

function stateAttributes(states: readonly string[]): [string, string][] {
  return states.map((state) => {
    const at = state.indexOf("=");
    return at < 0 ? [state, ""] : [state.slice(0, at), state.slice(at + 1)];
  });
}

/** ` key=value key="a value" flag`: quoted where a value has spaces or quotes, bare where it is empty. */
export function attributeText(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([key, value]) => (value === "" ? ` ${key}` : ` ${key}=${quote(value)}`)).join("");
}

function quote(value: string): string {
  return /[\s"'=<>]/.test(value) ? JSON.stringify(value) : value;
}

/** ` (0.5 pages above, 2.5 pages below, horizontal 40%)`: what of it holds. */
function scrollText(scroll: ScrollShare | undefined): string {
  if (!scroll) return "";
  const parts = [
    ...(scroll.above >= 0.05 ? [`${scroll.above.toFixed(1)} pages above`] : []),
    ...(scroll.below >= 0.05 ? [`${scroll.below.toFixed(1)} pages below`] : []),
    ...(scroll.horizontal === undefined ? [] : [`horizontal ${scroll.horizontal}%`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
