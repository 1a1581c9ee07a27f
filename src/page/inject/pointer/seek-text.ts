/** Finds the target of a scroll: the innermost visible element with a text, or the first match of a selector. */
import type { SeekAnswer } from "../../core/library-pointer.ts";
import { factsOf } from "../accessibility/facts.ts";
import { isVisible } from "../dom/boxes.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { isSelector, queryAll } from "../dom/query.ts";
import { lettersOf, squash, UNRENDERED, visibleText } from "../dom/text.ts";
import { childrenOf } from "../dom/tree.ts";

export function seekTo(wanted: { text: string } | { selector: string }): SeekAnswer {
  if ("selector" in wanted && !isSelector(wanted.selector)) return "invalid";
  const found =
    "selector" in wanted
      ? queryAll(wanted.selector).find(isVisible)
      : innermost(doc.documentElement, lettersOf(wanted.text), squash(wanted.text).toLowerCase());
  if (!found) return null;
  plain(found).scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  return { id: idOf(found), facts: factsOf(found) };
}

function innermost(element: Element, letters: string, text: string): Element | undefined {
  if (UNRENDERED.has(plain(element).localName) && element !== doc.documentElement) return undefined;
  for (const child of childrenOf(element)) {
    if (!(child instanceof Element) || !holds(child, letters)) continue;
    const found = innermost(child, letters, text);
    if (found) return found;
  }
  return isVisible(element) && visibleText(element, 5_000).toLowerCase().includes(text) ? element : undefined;
}

/** A cheap test before the expensive one. `textContent` of a custom element lacks its shadow root. */
function holds(element: Element, letters: string): boolean {
  return lettersOf(plain(element).textContent ?? "").includes(letters) || plain(element).localName.includes("-");
}
