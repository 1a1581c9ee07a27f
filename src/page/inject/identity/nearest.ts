/** What became of an element with a stale index, and the most similar element now, which error messages suggest. */
import type { StaleDetails } from "../../core/library.ts";
import { factsOf } from "../accessibility/facts.ts";
import { roleOf } from "../accessibility/roles.ts";
import { spokenNameOf } from "../accessibility/spoken-name.ts";
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { everyElement } from "../dom/tree.ts";
import { placeKey, placeOf } from "./difference.ts";
import { Identities } from "./identity.ts";
import { currentId, historyOf } from "./registry.ts";

/** Maximum number of elements with the same tag to compare. */
const MAX_COMPARED = 2_000;

/** Bonus for an element in the same row, which outweighs the same name. */
const SAME_PLACE_BONUS = 1;

interface LostElement {
  tag: string;
  role: string;
  name: string;
}

export function describeStale(was: LostElement, id?: number): StaleDetails {
  const fate = id === undefined ? undefined : historyOf(id);
  const all = new Identities();
  const best = mostSimilar(was, fate && placeKey(fate.identity), all);
  const where = fate?.change?.was ?? (fate && placeOf(fate.identity));
  return {
    ...(where ? { where } : {}),
    ...(fate?.change ? { change: fate.change.now } : {}),
    ...(best ? { nearest: nearest(best, all) } : {}),
  };
}

/** The visible element with the most similar name (at least half of the words), preferably in the same row. */
function mostSimilar(was: LostElement, place: string | undefined, all: Identities): Element | undefined {
  let best: Element | undefined;
  let bestScore = 0;
  let compared = 0;
  for (const element of everyElement()) {
    const isSameTag = plain(element).localName === was.tag;
    if (!isSameTag && roleOf(element) !== was.role) continue;
    if (++compared > MAX_COMPARED) break;
    const name = similarity(spokenNameOf(element).name, was.name) + (isSameTag ? 0.1 : 0);
    const score = name + (place && name >= 0.5 && placeKey(all.of(element)) === place ? SAME_PLACE_BONUS : 0);
    if (score > bestScore && isVisible(element)) [best, bestScore] = [element, score];
  }
  return bestScore >= 0.5 ? best : undefined;
}

function nearest(element: Element, all: Identities): NonNullable<StaleDetails["nearest"]> {
  const where = placeOf(all.of(element));
  return { id: currentId(element), facts: factsOf(element), ...(where ? { where } : {}) };
}

/** The share of words that two names have in common: 1 for equal names. */
function similarity(a: string, b: string): number {
  if (a === b) return a === "" ? 0 : 1;
  const words = (text: string) => new Set(text.toLowerCase().split(/\W+/).filter(Boolean));
  const [one, other] = [words(a), words(b)];
  if (one.size === 0 || other.size === 0) return 0;
  const both = [...one].filter((word) => other.has(word)).length;
  return both / Math.max(one.size, other.size);
}
