/** Formats of values: dates, sizes, durations, IDs and texts of several lines. */
import type { ComponentChildren } from "preact";
import { linesOf } from "../app/text.ts";

/** A date in the reader's locale; the exact one in the tooltip. */
export function Time({ at }: { at: string | number | null }) {
  if (at === null) return <Soft>never</Soft>;
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {date.toLocaleString()}
    </time>
  );
}

/** A text of several lines. */
export function Block({ text }: { text: string }) {
  // Set as a property, because line breaks in a child would be escaped.
  const content: object = { textContent: linesOf(text) };
  return <pre {...content} />;
}

/** A text of several lines in a scrollable box. With a label it can be scrolled by keyboard. */
export function Code({ text, label }: { text: string; label?: string }) {
  const named = label === undefined ? {} : ({ tabIndex: 0, role: "region", "aria-label": label } as const);
  return (
    <div class="code" {...named}>
      <Block text={text} />
    </div>
  );
}

export function Soft({ children }: { children: ComponentChildren }) {
  return <span class="soft">{children}</span>;
}

export function Badge({ kind = "", children }: { kind?: string; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}

/** The first 8 characters of an ID; the whole ID in the tooltip. */
export function ShortId({ id }: { id: string }) {
  return <code title={id}>{id.slice(0, 8)}</code>;
}

const UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;

/** `1.2 MB`. */
export function size(bytes: number): string {
  const [unit, name] = UNITS.find(([least]) => bytes >= least) ?? [1, "B"];
  return `${(bytes / unit).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${name}`;
}

/** `1 h 2 min`, `3 min 5 s`. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 3600) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}

/** `350 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${Number((ms / 1_000).toFixed(1))} s` : span(ms / 1_000);
}

/** `1 file`, `2 files`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${n.toLocaleString()} ${n === 1 ? one : several}`;
}

/** `$0.0123`: at most four decimal places. */
export function cost(usd: string): string {
  const amount = Number(usd);
  return amount > 0 && amount < 0.0001 ? "<$0.0001" : `$${Number(amount.toFixed(4))}`;
}

/** `34.1k`. */
export function count(tokens: number): string {
  return new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 }).format(tokens);
}
