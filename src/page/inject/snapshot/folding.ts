/** Folds rows that repeat out of view: only the first of a kind are shown, the others are counted. */

import { explicitRole } from "../accessibility/roles.ts";
import type { Found, Rows } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

/** Number of rows of a kind that are shown before folding. */
const SAMPLES = 2;

/** A smaller number of rows is shown and not folded. */
const MIN_FOLDED = 4;

/** What happens to an entry: shown, folded with similar rows, or over the budget. */
export type State = "shown" | "folded" | "cut";

/** Marks rows out of view that are like the rows before. Fills `folds`: number of rows by the index of the first. */
export function fold(
  found: readonly Found[],
  rows: readonly Rows[],
  states: State[],
  folds: Map<number, number>,
): void {
  // Children come before their parents, but the outermost rows must be folded first.
  for (const slices of [...rows].reverse()) {
    let kind = "";
    let count = 0;
    let run: [number, number][] = [];
    const end = () => {
      if (run.length >= MIN_FOLDED) {
        const [first] = run[0] as [number, number];
        const [, last] = run[run.length - 1] as [number, number];
        for (let n = first; n < last; n++) states[n] = "folded";
        folds.set(first, run.length);
      }
      run = [];
    };
    for (const slice of slices) {
      if (states[slice[0]] !== "shown") continue;
      const shape = shapeOf(found, slice);
      if (shape !== kind) {
        end();
        kind = shape;
        count = 0;
      }
      const isVisible = isInView(found, slice);
      if (shape === "" || isVisible || count < SAMPLES) end();
      else run.push(slice);
      count++;
    }
    end();
  }
}

function isInView(found: readonly Found[], [from, to]: [number, number]): boolean {
  for (let n = from; n < to; n++) if (found[n]?.inView) return true;
  return false;
}

/** The elements of a row by tag and role. Empty for long text, which is never folded. */
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
