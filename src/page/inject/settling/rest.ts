/**
 * Whether one document is at rest: no mutation for a while, no finite animation running, nothing that says "loading".
 * `stir` is called when an action begins, `rest` by the read that follows it. Knows nothing of the network.
 */

import type { Rest, RestRequest } from "../../core/library-rest.ts";
import { forgetClasses, noteClass } from "../accessibility/chosen-class.ts";
import { intersection, isVisible, viewport } from "../dom/boxes.ts";
import { isHeard } from "../dom/keyed.ts";
import { doc, plain } from "../dom/plain.ts";
import { roots } from "../dom/query.ts";
import { hasContent, isMute, textOf } from "../dom/showing.ts";
import { tagText } from "../hit-testing/covering.ts";
import { elementOf } from "../identity/registry.ts";
import { busyNow, forgetBusy, isBusy, isBusyText, maySayBusy, noteBusy, noteBusyOf, sayBusy } from "./busy.ts";
import { forgetLate, isTicking } from "./ticking.ts";

/** How often to look at what sends no event: animations, spinners, shadow roots that are new. */
const LOOK_MS = 30;

/** What counts seconds has changed within this time. */
const RECENT_MS = 1_100;

/** Records of one batch that are looked at for an effect: a render of thousands shows one among the first. */
const MAX_RECORDS = 300;

/** Fewer new characters than this are a sign (a cross that clears the field), not what typing was for. */
const MIN_TEXT = 3;

/** Attributes of the element acted on that are its own effect. Others (class, style, aria-expanded) announce one at most. */
const OWN_EFFECT = /^(checked|selected|open|aria-(checked|pressed|selected))$/;

const STIRRING = ["click", "keydown", "keyup", "input", "change", "mousedown", "mouseup", "pointerdown", "pointerup"];

let stirredAt = performance.now();
let changedAt = stirredAt;
let changed: Element | undefined;
let animatedAt = Number.NEGATIVE_INFINITY;
let hasEffect = false;
let subject: Element | undefined;
/** The document was still loading when the action began: the action is not to blame for that. */
let wasLoading = false;
/** True in the task of a trusted event: what changes then is a reaction to it. */
let isReacting = false;
let wake = () => {};
const observed = new WeakSet<Node>();
let observer: MutationObserver | undefined;

/** When the document began to be watched, and when anything last changed in it, clocks included. */
let watchedAt = Number.POSITIVE_INFINITY;
let touchedAt = Number.NEGATIVE_INFINITY;

/** What is typed changes much around its field at once; what a reader looks for is new text, which often comes later. */
let wantsText = false;

export function stir(subjectId: number | null, isTyping: boolean): void {
  watch();
  take(observer?.takeRecords() ?? []);
  stirredAt = performance.now();
  hasEffect = false;
  wantsText = isTyping;
  subject = subjectId === null ? undefined : elementOf(subjectId);
  const tree = subject && plain(subject).getRootNode();
  if (tree instanceof ShadowRoot) observe(tree);
  forgetClasses(subject);
  wasLoading = doc.readyState !== "complete";
  forgetLate();
  forgetBusy(stirredAt);
}

function watch(): void {
  if (observer) return;
  watchedAt = performance.now();
  observer = new MutationObserver(take);
  observe(doc);
  const heard = { capture: true, passive: true };
  for (const type of STIRRING) addEventListener(type, reacting, heard);
  addEventListener("input", onInput, heard);
  addEventListener("scroll", noteEffect, heard);
  // A read may come when the animation is over already.
  for (const type of ["transitionend", "animationend"]) addEventListener(type, noteAnimation, heard);
}

function observe(root: Node): void {
  if (observed.has(root)) return;
  observed.add(root);
  observer?.observe(root === doc ? document : root, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
    characterDataOldValue: true,
  });
}

function reacting(event: Event): void {
  if (!event.isTrusted || isReacting) return;
  isReacting = true;
  setTimeout(() => {
    isReacting = false;
  });
}

/** Text that nobody listens for has no further effect than to stand there. */
function onInput(event: Event): void {
  const [field] = event.composedPath();
  if (field instanceof Element && !isHeard(field)) noteEffect();
}

function noteAnimation(): void {
  animatedAt = performance.now();
}

function noteEffect(): void {
  hasEffect = true;
  wake();
}

function take(records: MutationRecord[]): void {
  const now = performance.now();
  let looked = 0;
  if (records.length > 0) touchedAt = now;
  for (const record of records) {
    noteClass(record);
    if (isTicking(record.target, now, { stirredAt, isReacting })) continue;
    changedAt = now;
    changed = record.target instanceof Element ? record.target : (record.target.parentElement ?? undefined);
    if (looked++ < MAX_RECORDS && isEffect(record)) hasEffect = true;
  }
  wake();
}

/** True when a reader would see a difference that the action may have been for. */
function isEffect(record: MutationRecord): boolean {
  const { type, target } = record;
  if (wantsText && (type !== "childList" || textOf(record.addedNodes).length < MIN_TEXT)) return noteBusyOf(record);
  if (type === "attributes") return isAttributeEffect(target as Element, record.attributeName ?? "");
  if (type === "characterData") return isTextEffect(record.oldValue ?? "", (target as Text).data, target.parentElement);
  const [removed, added] = [textOf(record.removedNodes), textOf(record.addedNodes)];
  let isShown = record.removedNodes.length > 0 && !isMute(record.removedNodes);
  for (const node of record.addedNodes) {
    if (node instanceof Element) noteBusy(node);
    isShown ||= !isMute([node]) && !(node instanceof Element && isBusy(node));
  }
  if (!isShown) return false;
  if (added === "" && removed === "" && isOwn(target)) return false;
  // What is emptied is about to be filled, more often than not.
  if (record.addedNodes.length === 0 && target !== document.body && !hasContent(target)) return false;
  return isTextEffect(removed, added, target instanceof Element ? target : null);
}

function isAttributeEffect(element: Element, name: string): boolean {
  if (maySayBusy(name)) noteBusy(element);
  if (element === document.body || element === document.documentElement) return false;
  // What a tab is chosen for is its panel, which may come later.
  if (plain(element).getAttribute("role") === "tab") return false;
  if (isOwn(element)) return element === subject && OWN_EFFECT.test(name);
  return !isBusy(element) && hasContent(element);
}

/** A text that only counts on (a clock) is an effect only in the very task of the event; one that asks to wait is none. */
function isTextEffect(before: string, after: string, parent: Element | null): boolean {
  if (isBusyText(after)) {
    if (parent) sayBusy(parent);
    return false;
  }
  const isCount = /\d/.test(after) && before.replace(/\d+/g, "0") === after.replace(/\d+/g, "0");
  return isReacting || !isCount;
}

function isOwn(node: Node): boolean {
  return subject !== undefined && (node === subject || plain(subject).contains(node));
}

/** True where what is disabled is not worth waiting for any longer: nothing is pending, and the document stands still. */
export function staysDisabled(waitedSince: number, idleInMs: number | null | undefined): boolean {
  if (typeof idleInMs !== "number" || performance.now() < waitedSince + idleInMs) return false;
  return !mayChange();
}

/** It changed a moment ago, moves, or says that it loads something. So it is of a document that nobody watched so far. */
function mayChange(): boolean {
  watch();
  take(observer?.takeRecords() ?? []);
  const now = performance.now();
  if (now - Math.max(watchedAt, touchedAt) < RECENT_MS) return true;
  return stillChanging(now, { quietMs: 0, pictures: false, anySince: true }, roots()) !== undefined;
}

/** Resolves when the document is at rest, or after `mostMs` with what is still changing. */
export async function rest({ quietMs, mostMs, wantsEffect, pictures, anySince }: RestRequest): Promise<Rest> {
  watch();
  const end = performance.now() + mostMs;
  let trees: readonly (Document | ShadowRoot)[] = [];
  for (let seen = Number.NaN; ; ) {
    take(observer?.takeRecords() ?? []);
    // Shadow roots come with changes of what is around them; looking for them costs a look at every element.
    if (seen !== changedAt) trees = roots();
    seen = changedAt;
    for (const tree of trees) observe(tree);
    const now = performance.now();
    const still = stillChanging(now, { quietMs, pictures, anySince }, trees);
    const isAtRest = still === undefined && (!wantsEffect || hasEffect);
    if (isAtRest || now >= end) return { hasEffect, ...(still === undefined ? {} : { still }) };
    const quiet = changedAt + quietMs - now;
    await woken(Math.max(1, Math.min(end - now, quiet > 0 ? quiet : LOOK_MS)), wantsEffect && !hasEffect);
  }
}

/** Resolves after so long, or when something changed where that is waited for. */
function woken(ms: number, byChange: boolean): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    wake = byChange ? resolve : () => {};
  });
}

function stillChanging(
  now: number,
  { quietMs, pictures, anySince }: Pick<RestRequest, "quietMs" | "pictures" | "anySince">,
  trees: readonly (Document | ShadowRoot)[],
): string | undefined {
  if (doc.readyState !== "complete" && !wasLoading) return `${location.href} is loading`;
  const spinner = busyNow();
  if (spinner) return `${tagText(spinner)} says that something is loading`;
  const animated = animatedNow(trees, anySince ? Number.NEGATIVE_INFINITY : stirredAt);
  if (animated) {
    animatedAt = now;
    return `${tagText(animated)} is animated`;
  }
  if (document.activeViewTransition) return "a view transition is running";
  // A page often shows the next thing a moment after an animation, by a timer.
  if (now < animatedAt + quietMs) return "an animation has just ended";
  if (now < changedAt + quietMs) return changed ? `${tagText(changed)} keeps changing` : "the page keeps changing";
  return pictures ? undrawn() : undefined;
}

/** The target of a finite animation or transition that began since then and runs. */
function animatedNow(trees: readonly (Document | ShadowRoot)[], since: number): Element | undefined {
  for (const tree of trees)
    for (const { effect, playState, startTime, timeline } of tree.getAnimations()) {
      if (!(effect instanceof KeyframeEffect) || playState !== "running" || timeline !== document.timeline) continue;
      const began = startTime === null ? Number.POSITIVE_INFINITY : Number(startTime);
      // An animation starts with the frame after the change that caused it, and frames are counted from their beginning.
      if (effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY || began < since - 20) continue;
      if (effect.target && isVisible(effect.target)) return effect.target;
    }
  return undefined;
}

/** A picture or font of what is in view that is not drawn yet. */
function undrawn(): string | undefined {
  if (document.fonts.status === "loading") return "fonts are loading";
  for (const image of document.images) {
    if (image.complete || !isVisible(image)) continue;
    if (intersection(plain(image).getBoundingClientRect(), viewport())) return `${tagText(image)} is loading`;
  }
  return undefined;
}
