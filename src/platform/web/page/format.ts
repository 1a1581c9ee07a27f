/** How values read: dates, sizes, times, ids, texts of several lines. */
import { visible } from "../../../lib/visible.ts";
import { type Child, h } from "./dom.ts";

/** A date as the reader writes it; the exact one on hover. */
export function date(iso: string | number | null | undefined): Child {
  if (iso === null || iso === undefined) return h("span", { className: "soft" }, "never");
  const at = new Date(iso);
  return h("time", { dateTime: at.toISOString(), title: at.toISOString() }, at.toLocaleString());
}

/** A text of several lines. */
export function block(text: string): HTMLElement {
  const lines = text.split(/\r?\n/).map((line) => visible(line.replaceAll("\t", "    ")));
  return h("pre", {}, document.createTextNode(lines.join("\n")));
}

/** The beginning of an id, the whole on hover. */
export function short(id: string): Child {
  return h("code", { title: id }, id.slice(0, 8));
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

/** `1 file`, `2 files`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${n.toLocaleString()} ${n === 1 ? one : several}`;
}

/** `350 ms`, `1.2 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${Number((ms / 1_000).toFixed(1))} s` : span(ms / 1_000);
}
