/**
 * What was found, made ready to be shown within a budget: what is in view first, then what follows, then what came
 * before; rows that repeat below are folded. Only what is shown is looked at closely.
 */
import type { ElementFacts, WalkNode, WalkOptions } from "../../core/library.ts";
import { longestText } from "../../snapshot/text-limit.ts";
import { factsOf } from "../accessibility/facts.ts";
import { boxOf, originOf } from "../dom/boxes.ts";
import type { Found, FoundText, Walked } from "../dom/found.ts";
import { idOf } from "../dom/ids.ts";
import { notePlace } from "../dom/motion.ts";
import { plain } from "../dom/plain.ts";
import { standing } from "../hit-testing/covers.ts";
import { titleOf } from "../identity/context.ts";
import { Identities } from "../identity/identity.ts";
import { type ListedElement, noteListed } from "../identity/registry.ts";
import { attributesOf } from "./attributes.ts";
import { extrasOf } from "./extras.ts";
import { type Fate, fold } from "./folding.ts";
import { type Details, tell } from "./tell.ts";

/** Characters of an element's line before its attributes are known. */
const LINE_LENGTH = 40;

/** What is told of every line besides. */
type LineOptions = Pick<WalkOptions, "groups" | "boxes">;

export function outline({ found, rows }: Walked, budgetChars: number, asked: LineOptions): WalkNode[] {
  const fates: Fate[] = found.map(() => "shown");
  const muted = mutedAmong(found);
  const folds = new Map<number, number>();
  const whole = estimate(found) <= budgetChars;
  if (!whole) fold(found, rows, fates, folds);
  const details = look(found, fates, muted, budgetChars);
  keepNames(found, fates, details);
  // What the budget leaves out is told as left out: it is not said in another place.
  const said = tell(found, (one) => !muted.has(one), details);
  for (const one of said) muted.add(one);
  noteListed(listedAmong(found, details), whole, new Identities());
  return write(found, fates, muted, folds, details, asked);
}

/** What has no line: wrappers that were dropped, and the texts of labels whose control is listed in the same part of the page. */
function mutedAmong(found: readonly Found[]): Set<Found> {
  const muted = new Set<Found>();
  const labels: FoundText[] = [];
  const kept = new Map<Element, boolean>();
  for (const one of found)
    if (one.kind === "text") {
      if (one.labels !== undefined) labels.push(one);
    } else if (one.kind === "element") {
      if (one.dropped) muted.add(one);
      else kept.set(one.element, one.inView);
      if (one.host) kept.set(one.host, one.inView);
    }
  for (const one of labels) {
    const isInView = one.labels && kept.get(one.labels);
    // A text that is seen is told where it is seen.
    if (isInView !== undefined && (isInView || !one.inView)) muted.add(one);
  }
  return muted;
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

/** Looks closely at what is to be shown, by urgency, until the budget is used up; the rest is cut. */
function look(found: readonly Found[], fates: Fate[], muted: ReadonlySet<Found>, budgetChars: number): Details {
  const details: Details = new Map();
  let room = budgetChars;
  for (const n of byUrgency(found)) {
    const one = found[n] as Found;
    if (fates[n] !== "shown" || muted.has(one)) continue;
    if (room <= 0 && one.kind !== "frame") {
      fates[n] = "cut";
      continue;
    }
    if (one.kind === "text") room -= Math.min(one.text.length, longestText(budgetChars)) + 3;
    else if (one.kind === "frame") room -= LINE_LENGTH;
    else {
      const facts = factsOf(one.element);
      const stands = one.inView ? standing(one.element) : "clipped";
      facts.inViewport = stands !== "clipped";
      if (stands === "covered") facts.states.push("covered");
      if (one.reason === "scroll") callScroller(one.element, facts);
      notePlace(one.element);
      details.set(one, { ...facts, attributes: [] });
      room -= LINE_LENGTH + facts.name.length / 2;
    }
  }
  return details;
}

/** The first text of an element that is shown is shown with it, whatever the budget: it is how it is known. */
function keepNames(found: readonly Found[], fates: Fate[], details: Details): void {
  for (let n = 1; n < found.length; n++) {
    const [before, one] = [found[n - 1] as Found, found[n] as Found];
    if (fates[n] === "cut" && one.kind === "text" && one.around === before && details.has(before)) fates[n] = "shown";
  }
}

/** A box that is only scrolled is not called by all that it holds. */
function callScroller(element: Element, facts: ElementFacts): void {
  facts.text = "";
  if (facts.role === "generic") facts.name = plain(element).getAttribute("aria-label") ?? titleOf(element);
}

/** In view; then after what is in view, in order; then before it, the nearest first. */
function byUrgency(found: readonly Found[]): number[] {
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

/** The nodes in the order of the document. What is not shown keeps its ids, so that its numbers are given out too. */
function write(
  found: readonly Found[],
  fates: readonly Fate[],
  muted: ReadonlySet<Found>,
  folds: ReadonlyMap<number, number>,
  details: Details,
  asked: LineOptions,
): WalkNode[] {
  const nodes: WalkNode[] = [];
  for (let n = 0; n < found.length; n++) {
    const one = found[n] as Found;
    if (muted.has(one)) continue;
    const fate = fates[n] as Fate;
    if (fate !== "shown") {
      const rows = folds.get(n);
      let last = nodes[nodes.length - 1];
      if (last?.kind !== "more" || last.isFolded !== (fate === "folded") || rows !== undefined) {
        last = {
          kind: "more",
          depth: depthOf(one),
          ids: [],
          outOfView: [],
          isFolded: fate === "folded",
          rows: rows ?? 0,
        };
        nodes.push(last);
      }
      if (one.kind === "text") continue;
      last.ids.push(idOf(one.element));
      if (!one.inView) last.outOfView.push(idOf(one.element));
    } else if (asked.groups || asked.boxes) nodes.push({ ...shownNode(one, details), ...extrasOf(one, asked) });
    else nodes.push(shownNode(one, details));
  }
  return nodes;
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
    // A canvas is pressed by pixels.
    ...(plain(element).localName === "canvas" ? { shownAt: boxOf(element) } : {}),
  };
}
