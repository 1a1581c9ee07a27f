/**
 * Selects what fits in the budget: first what is in view, then what follows, then what precedes it. Rows that repeat out
 * of view are folded. Details are read only for shown elements.
 */
import type { ElementFacts, WalkNode, WalkOptions } from "../../core/library.ts";
import { longestText } from "../../snapshot/text-limit.ts";
import { factsOf } from "../accessibility/facts.ts";
import { boxOf, originOf } from "../dom/boxes.ts";
import type { Found, FoundElement, Walked } from "../dom/found.ts";
import { idOf } from "../dom/ids.ts";
import { recordPosition } from "../dom/motion.ts";
import { plain } from "../dom/plain.ts";
import { coverageOf } from "../hit-testing/covers.ts";
import { titleOf } from "../identity/context.ts";
import { Identities } from "../identity/identity.ts";
import { type ListedElement, recordListed } from "../identity/registry.ts";
import { attributesOf } from "./attributes.ts";
import { type Details, describe } from "./describe.ts";
import { extrasOf } from "./extras.ts";
import { fold, type State } from "./folding.ts";

/** Estimated characters of an element's line without its attributes. */
const LINE_LENGTH = 40;

/** Optional data of every line. */
type LineOptions = Pick<WalkOptions, "groups" | "boxes">;

export function outline({ found, rows }: Walked, budgetChars: number, options: LineOptions): WalkNode[] {
  const states: State[] = found.map(() => "shown");
  const hidden = hiddenAmong(found);
  const folds = new Map<number, number>();
  const isComplete = estimate(found) <= budgetChars;
  if (!isComplete) fold(found, rows, states, folds);
  const details = readDetails(found, states, hidden, budgetChars);
  keepNames(found, states, details);
  // The name of an element does not replace text that the budget cuts.
  const redundant = describe(found, (one) => !hidden.has(one), details);
  for (const one of redundant) hidden.add(one);
  recordListed(listedAmong(found, details), isComplete, new Identities());
  return write(found, states, hidden, folds, details, options);
}

/** Entries without a line: dropped wrappers, and texts of labels whose control is listed in the same part of the page. */
function hiddenAmong(found: readonly Found[]): Set<Found> {
  const elements = found.filter((one): one is FoundElement => one.kind === "element");
  const hidden = new Set<Found>(elements.filter(({ dropped }) => dropped));
  const listed = new Map<Element, boolean>();
  for (const one of elements) {
    if (!one.dropped) listed.set(one.element, one.inView);
    if (one.host) listed.set(one.host, one.inView);
  }
  for (const one of found) {
    const isInView = one.kind === "text" && one.labels ? listed.get(one.labels) : undefined;
    // A text in view needs a line unless its control is in view, too.
    if (isInView !== undefined && (isInView || !one.inView)) hidden.add(one);
  }
  return hidden;
}

function listedAmong(found: readonly Found[], details: Details): ListedElement[] {
  const listed: ListedElement[] = [];
  for (const one of found) {
    if (one.kind !== "element" || one.dropped) continue;
    const facts = details.get(one);
    listed.push(facts ? { element: one.element, name: facts.name } : { element: one.element });
  }
  return listed;
}

function estimate(found: readonly Found[]): number {
  let chars = 0;
  for (const one of found) chars += one.kind === "text" ? one.text.length + 3 : LINE_LENGTH;
  return chars;
}

/** Reads the details of entries by priority until the budget is used up. Marks the others as cut. */
function readDetails(
  found: readonly Found[],
  states: State[],
  hidden: ReadonlySet<Found>,
  budgetChars: number,
): Details {
  const details: Details = new Map();
  let remaining = budgetChars;
  for (const n of byPriority(found)) {
    const one = found[n] as Found;
    if (states[n] !== "shown" || hidden.has(one)) continue;
    if (remaining <= 0 && one.kind !== "frame") {
      states[n] = "cut";
      continue;
    }
    if (one.kind === "text") remaining -= Math.min(one.text.length, longestText(budgetChars)) + 3;
    else if (one.kind === "frame") remaining -= LINE_LENGTH;
    else {
      const facts = factsOfListed(one);
      details.set(one, { ...facts, attributes: [] });
      remaining -= LINE_LENGTH + facts.name.length / 2;
    }
  }
  return details;
}

function factsOfListed({ element, inView, reason }: FoundElement): ElementFacts {
  const facts = factsOf(element);
  const visibility = inView ? coverageOf(element) : "clipped";
  facts.inViewport = visibility !== "clipped";
  if (visibility === "covered") facts.states.push("covered");
  if (reason === "scroll") nameScroller(element, facts);
  recordPosition(element);
  return facts;
}

/** Shows the first text of a shown element even beyond the budget, because it identifies the element. */
function keepNames(found: readonly Found[], states: State[], details: Details): void {
  for (let n = 1; n < found.length; n++) {
    const [before, one] = [found[n - 1] as Found, found[n] as Found];
    if (states[n] === "cut" && one.kind === "text" && one.around === before && details.has(before)) states[n] = "shown";
  }
}

/** A scroller without a role of its own is named by its title and not by all its content. */
function nameScroller(element: Element, facts: ElementFacts): void {
  facts.text = "";
  if (facts.role === "generic") facts.name = plain(element).getAttribute("aria-label") ?? titleOf(element);
}

/** Indexes of entries by priority: in view, then after that, then before it with the nearest first. */
function byPriority(found: readonly Found[]): number[] {
  const inView: number[] = [];
  const after: number[] = [];
  const before: number[] = [];
  const first = found.findIndex((one) => one.inView);
  for (let n = 0; n < found.length; n++) {
    if (found[n]?.inView) inView.push(n);
    else if (n < first) before.push(n);
    else after.push(n);
  }
  return inView.concat(after, before.reverse());
}

function depthOf(one: Found): number {
  let depth = 0;
  for (let at = one.around; at; at = at.around) if (!at.dropped) depth++;
  return depth;
}

/** The nodes in document order. Entries that are not shown keep their ids, so that they get indexes as well. */
function write(
  found: readonly Found[],
  states: readonly State[],
  hidden: ReadonlySet<Found>,
  folds: ReadonlyMap<number, number>,
  details: Details,
  options: LineOptions,
): WalkNode[] {
  const nodes: WalkNode[] = [];
  for (let n = 0; n < found.length; n++) {
    const one = found[n] as Found;
    if (hidden.has(one)) continue;
    const fate = states[n] as State;
    if (fate !== "shown") addToRest(nodes, one, fate === "folded", folds.get(n));
    else if (options.groups || options.boxes) nodes.push({ ...shownNode(one, details), ...extrasOf(one, options) });
    else nodes.push(shownNode(one, details));
  }
  return nodes;
}

/** Adds an entry that is not shown to the node for the rest; `rows` starts a new one. */
function addToRest(nodes: WalkNode[], one: Found, isFolded: boolean, rows: number | undefined): void {
  let last = nodes[nodes.length - 1];
  if (last?.kind !== "more" || last.isFolded !== isFolded || rows !== undefined) {
    last = { kind: "more", depth: depthOf(one), ids: [], outOfView: [], isFolded, rows: rows ?? 0 };
    nodes.push(last);
  }
  if (one.kind === "text") return;
  last.ids.push(idOf(one.element));
  if (!one.inView) last.outOfView.push(idOf(one.element));
}

function shownNode(one: Found, details: Details): WalkNode {
  const depth = depthOf(one);
  if (one.kind === "text") return { kind: "text", depth, text: one.text, inView: one.inView };
  const { element } = one;
  if (one.kind === "frame") {
    const tag = plain(element).localName;
    return {
      kind: "frame",
      depth,
      id: idOf(element),
      attributes: attributesOf(element),
      tag,
      box: boxOf(element),
      origin: originOf(element),
      inView: one.inView,
    };
  }
  const { attributes, ...facts } = details.get(one) as ElementFacts & { attributes: [string, string][] };
  const scroll = one.scroll ? { scroll: one.scroll } : {};
  return {
    kind: "element",
    depth,
    id: idOf(element),
    facts,
    attributes,
    ...scroll,
    // Clicks on a canvas need coordinates.
    ...(plain(element).localName === "canvas" ? { shownAt: boxOf(element) } : {}),
  };
}
