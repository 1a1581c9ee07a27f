/** Inputs whose value the browser chooses or checks: the value that an input accepts for a text, and how to set it. */

/** Inputs whose value is chosen, not typed. */
const CHOSEN = /^(date|time|datetime-local|month|week|color|range)$/;

export function isChosen(input: HTMLInputElement): boolean {
  return CHOSEN.test(input.type);
}

const FORMATS: Record<string, string> = {
  date: "it accepts a date such as 2026-01-31",
  time: "it accepts a time such as 13:45",
  "datetime-local": "it accepts a date and time such as 2026-01-31T13:45",
  month: "it accepts a month such as 2026-01",
  week: "it accepts a week such as 2026-W05",
  color: "it accepts a colour such as #1e90ff",
  number: "it accepts only numbers",
};

/** The value that the input accepts for a text, or the format that it requires. Tested on a copy of the input. */
export function valueFor(input: HTMLInputElement, text: string): { value: string } | { refused: string } {
  const probe = document.createElement("input");
  for (const name of ["type", "min", "max", "step"]) {
    const value = input.getAttribute(name);
    if (value !== null) probe.setAttribute(name, value);
  }
  const wanted = text.trim();
  probe.value = wanted;
  const { value } = probe;
  const isRange = input.type === "range";
  const isAccepted = isRange ? wanted !== "" && Number(value) === Number(wanted) : holds(input.type, value, wanted);
  if (isAccepted) return { value };
  return { refused: isRange ? bounds(probe) : (FORMATS[input.type] ?? "it accepts another kind of value") };
}

function holds(type: string, value: string, wanted: string): boolean {
  return type === "color" ? value.toLowerCase() === wanted.toLowerCase() : (value === "") === (wanted === "");
}

function bounds({ min, max, step }: HTMLInputElement): string {
  return `it accepts a number from ${min || 0} to ${max || 100} in steps of ${step || 1}`;
}

/** Sets a different value and sends the events of a choice by a person: focus, input, change. */
export function setChosen(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.focus();
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
