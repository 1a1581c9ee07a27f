/** Finds the boxes of texts to hide in screenshots: fields with them, and the innermost elements with them. */
import type { Box } from "../../core/library.ts";
import { rectsOf } from "../dom/boxes.ts";
import { doc, plain } from "../dom/plain.ts";
import { lettersOf } from "../dom/text.ts";
import { everyElement, shadowOf } from "../dom/tree.ts";

export function concealed(texts: readonly string[]): Box[] {
  const wanted = texts.map(lettersOf);
  const holds = (text: string | null) => {
    const normalized = lettersOf(text ?? "");
    return wanted.some((one) => normalized.includes(one));
  };
  const boxes: Box[] = [];
  for (const root of roots()) {
    const contains = holds(root.textContent);
    for (const element of root.querySelectorAll("*")) {
      const { value } = element as HTMLInputElement;
      const isField = typeof value === "string" && holds(value);
      const isInnermost = () =>
        holds(plain(element).textContent) && ![...plain(element).children].some((one) => holds(plain(one).textContent));
      if (isField || (contains && isInnermost())) boxes.push(...rectsOf(element).map(boxOfSides));
    }
  }
  return boxes;
}

function* roots(): Generator<Element | ShadowRoot> {
  if (doc.documentElement) yield plain(doc.documentElement);
  for (const element of everyElement()) {
    const inner = shadowOf(element);
    if (inner) yield inner;
  }
}

function boxOfSides({ left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): Box {
  return { x: left, y: top, width: right - left, height: bottom - top };
}
