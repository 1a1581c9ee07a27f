/**
 * What became of an element that an index does not lead to any more, and what is most like it now. Only ever named to
 * whoever asks, never acted on in its place.
 */
import type { Fate } from "../../core/library.ts";
import { factsOf } from "../accessibility/facts.ts";
import { roleOf } from "../accessibility/roles.ts";
import { calledOf } from "../accessibility/spoken-name.ts";
import { isVisible } from "../dom/boxes.ts";
import { plain } from "../dom/plain.ts";
import { everyElement } from "../dom/tree.ts";
import { placeKey, placeOf } from "./difference.ts";
import { Identities } from "./identity.ts";
import { fateOf, renewedId } from "./registry.ts";

/** How many elements of the same tag are compared. */
const MOST = 2_000;

/** One in the same row is meant rather than one with the same name. */
const SAME_PLACE = 1;

export function alike(was: { tag: string; role: string; name: string }, id?: number): Fate {
  const fate = id === undefined ? undefined : fateOf(id);
  const all = new Identities();
  const place = fate && placeKey(fate.identity);
  let best: Element | undefined;
  let bestScore = 0;
  let looked = 0;
  for (const element of everyElement()) {
    const isSameTag = plain(element).localName === was.tag;
    if (!isSameTag && roleOf(element) !== was.role) continue;
    if (++looked > MOST) break;
    const name = similarity(calledOf(element).name, was.name) + (isSameTag ? 0.1 : 0);
    const score = name + (place && name >= 0.5 && placeKey(all.of(element)) === place ? SAME_PLACE : 0);
    if (score > bestScore && isVisible(element)) [best, bestScore] = [element, score];
  }
  const where = fate?.change?.was ?? (fate && placeOf(fate.identity));
  return {
    ...(where ? { where } : {}),
    ...(fate?.change ? { change: fate.change.now } : {}),
    ...(best && bestScore >= 0.5 ? { nearest: nearest(best, all) } : {}),
  };
}

function nearest(element: Element, all: Identities): NonNullable<Fate["nearest"]> {
  const where = placeOf(all.of(element));
  return { id: renewedId(element), facts: factsOf(element), ...(where ? { where } : {}) };
}

/** The share of words that two names have in common: 1 for the same name. */
function similarity(a: string, b: string): number {
  if (a === b) return a === "" ? 0 : 1;
  const words = (text: string) => new Set(text.toLowerCase().split(/\W+/).filter(Boolean));
  const [one, other] = [words(a), words(b)];
  if (one.size === 0 || other.size === 0) return 0;
  const both = [...one].filter((word) => other.has(word)).length;
  return both / Math.max(one.size, other.size);
}
