/**
 * Decides whether one document is at rest: no mutation for a while, no finite animation, no busy sign. `beginAction` is called
 * when an action begins, `rest` by the read that follows it. Does not consider the network.
 */

import type { Rest, RestRequest } from "../../core/library-rest.ts";
import { recordClass, startRecordingClasses } from "../accessibility/chosen-class.ts";
import { intersection, isVisible, viewport } from "../dom/boxes.ts";
import { hasInputListener } from "../dom/key-listeners.ts";
import { doc, plain } from "../dom/plain.ts";
import { roots } from "../dom/query.ts";
import { hasContent, textOf } from "../dom/visible-content.ts";
import { tagText } from "../hit-testing/covering.ts";
import { elementOf } from "../identity/registry.ts";
import { busyNow, detectBusy, detectBusyIn, isBusy, isBusyAttribute, isBusyText, markBusy, resetBusy } from "./busy.ts";
import { isTicking, resetTicking } from "./ticking.ts";

/** Polling interval for states without an event: animations, spinners, new shadow roots. */
const POLL_MS = 30;

/** A clock that shows seconds has changed within this time. */
const RECENT_MS = 1_100;

/** Maximum number of records of one batch to check for an effect. A render of thousands shows one among the first. */
const MAX_RECORDS = 300;

/** Fewer new characters (such as a cross that clears the field) are not the effect that typing was for. */
const MIN_TEXT = 3;

/** Attributes of the target that are the effect of an action. Others (class, style, aria-expanded) only announce one. */
const OWN_EFFECT = /^(checked|selected|open|aria-(checked|pressed|selected))$/;

const ACTIONS = ["click", "keydown", "keyup", "input", "change", "mousedown", "mouseup", "pointerdown", "pointerup"];

let actionAt = performance.now();
let changedAt = actionAt;
let changed: Element | undefined;
let animatedAt = Number.NEGATIVE_INFINITY;
let hasEffect = false;
let subject: Element | undefined;
/** The document was still loading when the action began, so the loading is not an effect of the action. */
let wasLoading = false;
/** True in the task of a trusted event: changes are then reactions to it. */
let isReacting = false;
let wake = () => {};
const observed = new WeakSet<Node>();
let observer: MutationObserver | undefined;

/** When the observation of the document began, and when anything in it last changed, clocks included. */
let watchedAt = Number.POSITIVE_INFINITY;
let anyChangeAt = Number.NEGATIVE_INFINITY;

/** Typing changes much around its field at once, but its effect is new text, which often comes later. */
let wantsText = false;

export function beginAction(subjectId: number | null, isTyping: boolean): void {
  watch();
  processRecords(observer?.takeRecords() ?? []);
  actionAt = performance.now();
  hasEffect = false;
  wantsText = isTyping;
  subject = subjectId === null ? undefined : elementOf(subjectId);
  const tree = subject && plain(subject).getRootNode();
  if (tree instanceof ShadowRoot) observe(tree);
  startRecordingClasses(subject);
  wasLoading = doc.readyState !== "complete";
  resetTicking();
  resetBusy(actionAt);
}

function watch(): void {
  if (observer) return;
  watchedAt = performance.now();
  observer = new MutationObserver(processRecords);
  observe(doc);
  const options = { capture: true, passive: true };
  for (const type of ACTIONS) addEventListener(type, markReaction, options);
  addEventListener("input", onInput, options);
  addEventListener("scroll", recordEffect, options);
  // The animation may be over when a read comes.
  for (const type of ["transitionend", "animationend"]) addEventListener(type, onAnimationEnd, options);
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

function markReaction(event: Event): void {
  if (!event.isTrusted || isReacting) return;
  isReacting = true;
  setTimeout(() => {
    isReacting = false;
  });
}

/** Text without a listener has no further effect than its value. */
function onInput(event: Event): void {
  const [field] = event.composedPath();
  if (field instanceof Element && !hasInputListener(field)) recordEffect();
}

function onAnimationEnd(): void {
  animatedAt = performance.now();
}

function recordEffect(): void {
  hasEffect = true;
  wake();
}

function processRecords(records: MutationRecord[]): void {
  const now = performance.now();
  let checked = 0;
  if (records.length > 0) anyChangeAt = now;
  for (const record of records) {
    recordClass(record);
    if (isTicking(record.target, now, { actionAt, isReacting })) continue;
    changedAt = now;
    changed = record.target instanceof Element ? record.target : (record.target.parentElement ?? undefined);
    if (checked++ < MAX_RECORDS && isEffect(record)) hasEffect = true;
  }
  wake();
}

/** True when the mutation is a visible difference that may be the purpose of the action. */
function isEffect(record: MutationRecord): boolean {
  const { type, target } = record;
  if (wantsText && (type !== "childList" || textOf(record.addedNodes).length < MIN_TEXT)) return detectBusyIn(record);
  if (type === "attributes") return isAttributeEffect(target as Element, record.attributeName ?? "");
  if (type === "characterData") return isTextEffect(record.oldValue ?? "", (target as Text).data, target.parentElement);
  return isChildEffect(record);
}

function isChildEffect({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const [removed, added] = [textOf(removedNodes), textOf(addedNodes)];
  for (const node of addedNodes) if (node instanceof Element) detectBusy(node);
  const isShown = (node: Node) => hasContent(node) && !(node instanceof Element && isBusy(node));
  if (![...removedNodes].some(hasContent) && ![...addedNodes].some(isShown)) return false;
  if (added === "" && removed === "" && isOwn(target)) return false;
  // An emptied element is usually filled again soon.
  if (addedNodes.length === 0 && target !== document.body && !hasContent(target)) return false;
  return isTextEffect(removed, added, target instanceof Element ? target : null);
}

function isAttributeEffect(element: Element, name: string): boolean {
  if (isBusyAttribute(name)) detectBusy(element);
  if (element === document.body || element === document.documentElement) return false;
  // The effect of choosing a tab is its panel, which may come later.
  if (plain(element).getAttribute("role") === "tab") return false;
  if (isOwn(element)) return element === subject && OWN_EFFECT.test(name);
  return !isBusy(element) && hasContent(element);
}

/** False for a busy text, and for a text in which only numbers changed (a clock) outside the task of the event. */
function isTextEffect(before: string, after: string, parent: Element | null): boolean {
  if (isBusyText(after)) {
    if (parent) markBusy(parent);
    return false;
  }
  const isCount = /\d/.test(after) && before.replace(/\d+/g, "0") === after.replace(/\d+/g, "0");
  return isReacting || !isCount;
}

function isOwn(node: Node): boolean {
  return subject !== undefined && (node === subject || plain(subject).contains(node));
}

/** True when waiting for a disabled element is useless: nothing is pending, and the document does not change. */
export function staysDisabled(waitedSince: number, idleInMs: number | null | undefined): boolean {
  if (typeof idleInMs !== "number" || performance.now() < waitedSince + idleInMs) return false;
  return !mayChange();
}

/** True when the document changed a moment ago, is animated or busy, or was not observed long enough. */
function mayChange(): boolean {
  watch();
  processRecords(observer?.takeRecords() ?? []);
  const now = performance.now();
  if (now - Math.max(watchedAt, anyChangeAt) < RECENT_MS) return true;
  return unrestReason(now, { quietMs: 0, pictures: false, anySince: true }, roots()) !== undefined;
}

/** Resolves when the document is at rest, or after `maxMs` with the reason why it is not. */
export async function rest({ quietMs, maxMs, wantsEffect, pictures, anySince }: RestRequest): Promise<Rest> {
  watch();
  const end = performance.now() + maxMs;
  let trees: readonly (Document | ShadowRoot)[] = [];
  for (let searchedAt = Number.NaN; ; ) {
    processRecords(observer?.takeRecords() ?? []);
    // New shadow roots come with mutations around them. Searching for them reads every element.
    if (searchedAt !== changedAt) trees = roots();
    searchedAt = changedAt;
    trees.forEach(observe);
    const now = performance.now();
    const still = unrestReason(now, { quietMs, pictures, anySince }, trees);
    const isWaiting = wantsEffect && !hasEffect;
    if (now >= end || !(still || isWaiting)) return still ? { hasEffect, still } : { hasEffect };
    const quietInMs = changedAt + quietMs - now;
    await sleepUntilChange(Math.max(1, Math.min(end - now, quietInMs > 0 ? quietInMs : POLL_MS)), isWaiting);
  }
}

/** Resolves after `ms`, or with `byChange` also after a change. */
function sleepUntilChange(ms: number, byChange: boolean): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    wake = byChange ? resolve : () => {};
  });
}

function unrestReason(
  now: number,
  { quietMs, pictures, anySince }: Pick<RestRequest, "quietMs" | "pictures" | "anySince">,
  trees: readonly (Document | ShadowRoot)[],
): string | undefined {
  if (doc.readyState !== "complete" && !wasLoading) return `${location.href} is loading`;
  const spinner = busyNow();
  if (spinner) return `${tagText(spinner)} indicates loading`;
  const animated = animatedNow(trees, anySince ? Number.NEGATIVE_INFINITY : actionAt);
  if (animated) {
    animatedAt = now;
    return `${tagText(animated)} is animated`;
  }
  if (document.activeViewTransition) return "a view transition is running";
  // Pages often show the next content by a timer shortly after an animation.
  if (now < animatedAt + quietMs) return "an animation has just ended";
  if (now < changedAt + quietMs) return changed ? `${tagText(changed)} keeps changing` : "the page keeps changing";
  return pictures ? loadingResource() : undefined;
}

/** The target of a running finite animation or transition that began after `since`. */
function animatedNow(trees: readonly (Document | ShadowRoot)[], since: number): Element | undefined {
  for (const animation of trees.flatMap((tree) => tree.getAnimations())) {
    const target = isFiniteSince(animation, since) ? (animation.effect as KeyframeEffect).target : null;
    if (target && isVisible(target)) return target;
  }
  return undefined;
}

function isFiniteSince({ effect, playState, startTime, timeline }: Animation, since: number): boolean {
  if (!(effect instanceof KeyframeEffect) || playState !== "running" || timeline !== document.timeline) return false;
  const began = startTime === null ? Number.POSITIVE_INFINITY : Number(startTime);
  // An animation starts with the frame after the change that caused it, and frame times are those of the frame's start.
  return effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY && began >= since - 20;
}

/** An image or font for visible content that has not loaded. */
function loadingResource(): string | undefined {
  if (document.fonts.status === "loading") return "fonts are loading";
  for (const image of document.images) {
    if (image.complete || !isVisible(image)) continue;
    if (intersection(plain(image).getBoundingClientRect(), viewport())) return `${tagText(image)} is loading`;
  }
  return undefined;
}
