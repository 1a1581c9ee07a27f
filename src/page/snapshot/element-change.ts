/** What an action changed in the element it acted on: the states that came and went, and its value. */
import type { ElementFacts } from "../core/library.ts";

/** States that every action changes, or that say nothing of what it did. */
const BESIDE = new Set(["focused", "covered", "readonly"]);

export interface Change {
  /** Such as `checked`, `not checked`, `expanded=true`, `value="2"`. Absent when nothing changed. */
  now?: string[];
}

/** What is different of an element since before the action. */
export function changeOf(before: ElementFacts, after: ElementFacts): Change {
  const now = differences(before, after);
  return now.length > 0 ? { now } : {};
}

function differences(before: ElementFacts, after: ElementFacts): string[] {
  const key = (state: string) => state.split("=")[0];
  const came = after.states.filter((state) => !before.states.includes(state) && !BESIDE.has(state));
  const went = before.states.filter(
    (state) => !after.states.some((other) => key(other) === key(state)) && !BESIDE.has(state),
  );
  const value =
    after.value !== before.value && after.value !== undefined ? [`value=${JSON.stringify(after.value)}`] : [];
  return [...came, ...went.map((state) => `not ${state}`), ...value];
}
