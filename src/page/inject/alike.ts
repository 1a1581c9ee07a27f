/** The element that is most like one that is gone. Only ever named to whoever asks, never acted on in its place. */
import type { ElementFacts } from "../library.ts";
import { isVisible } from "./boxes.ts";
import { factsOf } from "./facts.ts";
import { nameOf } from "./names.ts";
import { plain } from "./plain.ts";
import { idOf } from "./registry.ts";
import { roleOf } from "./roles.ts";
import { everyElement } from "./tree.ts";

/** How many elements of the same tag are compared. */
const MOST = 2_000;

export function alike(was: { tag: string; role: string; name: string }): { id: number; facts: ElementFacts } | null {
  let best: Element | undefined;
  let bestScore = 0;
  let looked = 0;
  for (const element of everyElement()) {
    const isSameTag = plain(element).localName === was.tag;
    if (!isSameTag && roleOf(element) !== was.role) continue;
    if (++looked > MOST) break;
    const score = similarity(nameOf(element), was.name) + (isSameTag ? 0.1 : 0);
    if (score > bestScore && isVisible(element)) [best, bestScore] = [element, score];
  }
  return best && bestScore >= 0.5 ? { id: idOf(best), facts: factsOf(best) } : null;
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
