/** How near two elements are: by what holds both of them, then by the space between them. */
import { rectsOf, type Sides } from "./boxes.ts";
import { contains, parentOf } from "./tree.ts";

/** `levels`: how many elements up from the first one lies that holds both; `distance`: pixels between their boxes. */
export function nearness(beside: Element, element: Element): { levels: number; distance: number } {
  let levels = 0;
  for (let at: Element | null = beside; at && !contains(at, element); at = parentOf(at)) levels++;
  return { levels, distance: gap(boundsOf(beside), boundsOf(element)) };
}

function boundsOf(element: Element): Sides {
  const rects = rectsOf(element);
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
}

function gap(one: Sides, other: Sides): number {
  const x = Math.max(0, one.left - other.right, other.left - one.right);
  const y = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  const distance = Math.hypot(x, y);
  // What has no box has no place either.
  return Number.isFinite(distance) ? Math.round(distance) : 1e9;
}
