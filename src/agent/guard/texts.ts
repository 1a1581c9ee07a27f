/** All that an outcome says. Pictures say nothing here. */
import type { Outcome } from "../../outcome.ts";

export function outcomeTexts(outcome: Outcome): string {
  const { events = [] } = outcome;
  const said = outcome.ok ? [outcome.text, outcome.data] : [outcome.error];
  return [...within(said), ...within(events)].join("\n");
}

function within(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "screenshot" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => within(one));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...within(one, name)]);
}
