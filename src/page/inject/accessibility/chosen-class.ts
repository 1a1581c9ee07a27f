/** Finds the class that marks a chosen element: a common word such as `active`, or one that an action changed. */

import { idOf } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";

/** Common words in style sheets: `active`, `is-selected`, `tab--active`, `Mui-checked`. Short words must match exactly. */
const CHOSEN = /^((is-)?(on|open)|(.*[-_])?(active|selected|current|checked|pressed|completed))$/i;

/** States that an attribute expresses. */
const SHOWN_BY_ATTRIBUTE = /^(selected|checked|mixed|pressed|current|expanded=true)$/;

/** Classes for hover, focus and animation do not express a choice. */
const TRANSIENT = /(^|[-_:])(focus|hover|press|ripple|animat|transition|enter|leave|touch)/i;

/** Siblings to compare. A common word that all of them have does not count. */
const MAX_SIBLINGS = 50;

/** Maximum number of changed classes to record for one action. */
const MAX_RECORDED = 200;

/** Class words that actions changed, by the parent of the changed elements. */
const learned = new WeakMap<Node, Set<string>>();

/** Class attributes before the action, of its element and the siblings of that which changed. */
const oldClasses = new Map<Element, string>();
let actionElement: Element | undefined;

/** The class word that marks the element as chosen. `named` is the class text that is already printed. */
export function chosenClassOf(raw: Element, states: readonly string[], named = ""): string | undefined {
  const element = plain(raw);
  if (!element.hasAttribute("class") || states.some((state) => SHOWN_BY_ATTRIBUTE.test(state))) return undefined;
  const { parentNode } = element;
  const known = parentNode && learned.get(parentNode);
  const words = [...element.classList];
  const seen = known && words.find((word) => known.has(word) && !named.includes(word));
  if (seen) return named ? `${named} ${seen}` : seen;
  const usual = named ? undefined : words.find((word) => CHOSEN.test(word));
  return usual !== undefined && !isOnAllSiblings(element, usual) ? usual : undefined;
}

function isOnAllSiblings(element: Element, word: string): boolean {
  const around = element.parentElement;
  const others = [...(around ? plain(around).children : [])]
    .slice(0, MAX_SIBLINGS)
    .filter((other) => other !== element && other.localName === element.localName);
  return others.length > 0 && others.every((other) => plain(other).classList.contains(word));
}

/** Starts recording for an action on `subject`. */
export function startRecordingClasses(subject: Element | undefined): void {
  actionElement = subject;
  oldClasses.clear();
}

/** Records a class change beside the element of the action. Called for every attribute mutation. */
export function recordClass({ target, attributeName, oldValue }: MutationRecord): void {
  if (
    !actionElement ||
    attributeName !== "class" ||
    oldClasses.size >= MAX_RECORDED ||
    oldClasses.has(target as Element)
  )
    return;
  if (plain(target).parentNode === plain(actionElement).parentNode) oldClasses.set(target as Element, oldValue ?? "");
}

/** Learns the class words that changed since the action began, if nothing else did. Returns the ids of the elements. */
export function learnChoices(): number[] {
  const changed: number[] = [];
  for (const [element, was] of oldClasses) {
    const { parentNode, isConnected } = plain(element);
    const words = new Set(wordsOf(was)).symmetricDifference(
      new Set(wordsOf(plain(element).getAttribute("class") ?? "")),
    );
    if (!parentNode || !isConnected || words.size === 0) continue;
    learned.set(parentNode, words.union(learned.get(parentNode) ?? new Set()));
    changed.push(idOf(element));
  }
  return changed;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "" && !TRANSIENT.test(word));
}
