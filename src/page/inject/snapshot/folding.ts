/** Rows that repeat out of view: all but the first of a kind are folded, and counted. It knows nothing of budgets. */

import { explicitRole } from "../accessibility/roles.ts";
import type { Found, Rows } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

/** Rows of a kind that are shown before the rest of them is folded. */
const SAMPLES = 2;

/** Fewer rows are shown rather than counted. */
const MIN_FOLDED = 4;

/** Where something comes: shown, one of many alike, or over the budget. */
export type Fate = "shown" | "folded" | "cut";

/** Marks rows out of view that are like the rows before them. `folds` holds how many rows begin to be folded where. */
export function fold(found: readonly Found[], rows: readonly Rows[], fates: Fate[], folds: Map<number, number>): void {
  // Children are noted before their parents; the outermost rows are to be folded first.
  for (const slices of [...rows].reverse()) {
    let like = "";
    let seen = 0;
    let run: [number, number][] = [];
    const end = () => {
      if (run.length >= MIN_FOLDED) {
        const [first] = run[0] as [number, number];
        const [, last] = run[run.length - 1] as [number, number];
        for (let n = first; n < last; n++) fates[n] = "folded";
        folds.set(first, run.length);
      }
      run = [];
    };
    for (const slice of slices) {
      if (fates[slice[0]] !== "shown") continue;
      const shape = shapeOf(found, slice);
      if (shape !== like) {
        end();
        like = shape;
        seen = 0;
      }
      const isSeen = isInView(found, slice);
      if (shape === "" || isSeen || seen < SAMPLES) end();
      else run.push(slice);
      seen++;
    }
    end();
  }
}

function isInView(found: readonly Found[], [from, to]: [number, number]): boolean {
  for (let n = from; n < to; n++) if (found[n]?.inView) return true;
  return false;
}

/** What a row is made of: its elements by tag and role. Empty for prose, which never repeats. */
function shapeOf(found: readonly Found[], [from, to]: [number, number]): string {
  let shape = "";
  let chars = 0;
  for (let n = from; n < to; n++) {
    const one = found[n] as Found;
    if (one.kind === "text") chars += one.text.length;
    else if (one.kind === "frame") return "";
    else if (!(one.kind === "element" && one.dropped))
      shape += ` ${plain(one.element).localName}:${explicitRole(one.element) ?? ""}`;
  }
  if (shape !== "") return shape;
  return chars > 0 && chars <= 120 ? "text" : "";
}
