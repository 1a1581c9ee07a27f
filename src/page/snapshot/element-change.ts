/** Compares the element of an action before and after it: states and value. */
import type { ElementFacts } from "../core/library.ts";

/** States that are not an effect of the action. */
const IGNORED = new Set(["focused", "covered", "readonly"]);

export interface Change {
  /** Such as `checked`, `not checked`, `expanded=true`, `value="2"`. Absent if nothing changed. */
  now?: string[];
}

/** The changes of an element. */
export function changeOf(before: ElementFacts, after: ElementFacts): Change {
  const now = differences(before, after);
  return now.length > 0 ? { now } : {};
}

function differences(before: ElementFacts, after: ElementFacts): string[] {
  const key = (state: string) => state.split("=")[0];
  const added = after.states.filter((state) => !before.states.includes(state) && !IGNORED.has(state));
  const removed = before.states.filter(
    (state) => !after.states.some((other) => key(other) === key(state)) && !IGNORED.has(state),
  );
  const value =
    after.value !== before.value && after.value !== undefined ? [`value=${JSON.stringify(after.value)}`] : [];
  return [...added, ...removed.map((state) => `not ${state}`), ...value];
}
