/** All texts of an outcome, without pictures. */
import type { Outcome } from "../../outcome.ts";

export function outcomeTexts(outcome: Outcome): string {
  const { events = [] } = outcome;
  const values = outcome.ok ? [outcome.text, outcome.data] : [outcome.error];
  return [...textsIn(values), ...textsIn(events)].join("\n");
}

function textsIn(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "screenshot" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one, name)]);
}
