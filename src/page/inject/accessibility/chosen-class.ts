/**
 * The class by which a page shows that one of several is chosen, or something is on, where no attribute tells it: a word that is
 * usual for that, or one that an action was seen to set or take away. It is printed in every look.
 */

import { idOf } from "../dom/ids.ts";
import { plain } from "../dom/plain.ts";

/** As the usual style sheets call it: `active`, `is-selected`, `tab--active`, `Mui-checked`. Bare words alone for the short ones. */
const CHOSEN = /^((is-)?(on|open)|(.*[-_])?(active|selected|current|checked|pressed|completed))$/i;

/** Such states are told by their attribute already. */
const TOLD = /^(selected|checked|mixed|pressed|current|expanded=true)$/;

/** What the pointer, the focus and animations do to a class says nothing of a choice. */
const PASSING = /(^|[-_:])(focus|hover|press|ripple|animat|transition|enter|leave|touch)/i;

/** Elements beside it that are compared: where all have a usual word, it tells nothing. */
const MAX_BESIDE = 50;

/** Changed classes that are kept, of one action. */
const MAX_KEPT = 200;

/** Words that actions were seen to change, by the node around the elements that have them. */
const learned = new WeakMap<Node, Set<string>>();

/** The classes that changed since the action began, as they were then: of its element and of those beside it. */
const before = new Map<Element, string>();
let acted: Element | undefined;

/** The word that shows the element as chosen. `named` is what its class says of it already. */
export function choiceOf(raw: Element, states: readonly string[], named = ""): string | undefined {
  const element = plain(raw);
  if (!element.hasAttribute("class") || states.some((state) => TOLD.test(state))) return undefined;
  const { parentNode } = element;
  const known = parentNode && learned.get(parentNode);
  const words = [...element.classList];
  const seen = known && words.find((word) => known.has(word) && !named.includes(word));
  if (seen) return named ? `${named} ${seen}` : seen;
  const usual = named ? undefined : words.find((word) => CHOSEN.test(word));
  return usual !== undefined && !isOfAll(element, usual) ? usual : undefined;
}

function isOfAll(element: Element, word: string): boolean {
  const around = element.parentElement;
  const others = [...(around ? plain(around).children : [])]
    .slice(0, MAX_BESIDE)
    .filter((other) => other !== element && other.localName === element.localName);
  return others.length > 0 && others.every((other) => plain(other).classList.contains(word));
}

/** An action begins. */
export function forgetClasses(subject: Element | undefined): void {
  acted = subject;
  before.clear();
}

/** Notes a class that is changed beside the element of the action. Called with every change of an attribute. */
export function noteClass({ target, attributeName, oldValue }: MutationRecord): void {
  if (!acted || attributeName !== "class" || before.size >= MAX_KEPT || before.has(target as Element)) return;
  if (plain(target).parentNode === plain(acted).parentNode) before.set(target as Element, oldValue ?? "");
}

/**
 * Learns the words that came into classes and went out of them since the action began. Asked where nothing else has changed:
 * then they are the choice. Returns the ids of the elements.
 */
export function learnChoices(): number[] {
  const changed: number[] = [];
  for (const [element, was] of before) {
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
  return text.split(/\s+/).filter((word) => word !== "" && !PASSING.test(word));
}
