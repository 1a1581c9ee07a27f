/** How near two elements are: by their common ancestor, then by the distance of their boxes. */
import { boundsOf, rectsOf, type Sides } from "./boxes.ts";
import { contains, parentOf } from "./tree.ts";

/** `levels`: number of ancestors from the first element to the common one; `distance`: pixels between the boxes. */
export function nearness(beside: Element, element: Element): { levels: number; distance: number } {
  let levels = 0;
  for (let at: Element | null = beside; at && !contains(at, element); at = parentOf(at)) levels++;
  return { levels, distance: gap(boundsOf(rectsOf(beside)), boundsOf(rectsOf(element))) };
}

function gap(one: Sides, other: Sides): number {
  const x = Math.max(0, one.left - other.right, other.left - one.right);
  const y = Math.max(0, one.top - other.bottom, other.top - one.bottom);
  const distance = Math.hypot(x, y);
  // Elements without a box have no position.
  return Number.isFinite(distance) ? Math.round(distance) : 1e9;
}
