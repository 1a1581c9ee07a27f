/** The one table: figures beside their limits, and the machine they were measured on. Measures nothing. */
import { cpus, release, totalmem, type } from "node:os";

interface Row {
  figure: string;
  svc: string;
  beside: string;
  ratio: string;
  limit: string;
  met: string;
}

const rows: Row[] = [];
const notes: string[] = [];

/** A ratio to something that was measured in the same run. Without a limit it is there to be read. */
export function reportRatio(figure: string, svc: string, beside: string, ratio: number, limit?: number, aim?: number) {
  const promised = limit === undefined ? "" : `${limit}${aim === undefined ? "" : `, aim ${aim}`}`;
  add({ figure, svc, beside, ratio: ratio.toFixed(2), limit: promised, met: verdict(ratio, limit) });
}

/** A figure that stands for itself, with its limit in the same unit. */
export function reportFigure(
  figure: string,
  value: number,
  show: (value: number) => string,
  { limit, beside = "" }: { limit?: number; beside?: string } = {},
) {
  const promised = limit === undefined ? "" : show(limit);
  add({ figure, svc: show(value), beside, ratio: "", limit: promised, met: verdict(value, limit) });
}

function verdict(value: number, limit: number | undefined): string {
  return limit === undefined ? "" : value <= limit ? "yes" : "**no**";
}

function add(row: Row): void {
  rows.push(row);
  console.error(`  ${Object.values(row).filter(Boolean).join(" | ")}`);
}

/** A line below the table: what was left out, and why. */
export function note(text: string): void {
  if (notes.includes(text)) return;
  notes.push(text);
  console.error(`  (${text})`);
}

export const ms = (value: number) => `${value.toFixed(value < 20 ? 2 : 0)} ms`;
export const megabytes = (value: number) => `${value.toFixed(1)} MB`;
export const plainNumber = (value: number) => value.toLocaleString("en");

export function markdown(measured: readonly string[], runs: number, slowRuns: number): string {
  const cpu = cpus()[0]?.model.trim() ?? "unknown processor";
  const machine = `${cpus().length} x ${cpu}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`;
  return [
    "# Figures",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${machine}, Bun ${Bun.version}. ${measured.join(", ")}.`,
    "",
    `Medians of ${runs} pairs measured in turn (of ${slowRuns} where one of the two takes long), and of the ratios pair by`,
    "pair. Written by `npm run bench`.",
    "",
    "| figure | svc | beside it | ratio | at most | met |",
    "|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${Object.values(row).join(" | ")} |`),
    ...(notes.length > 0 ? ["", ...notes.map((text) => `- ${text}`)] : []),
    "",
  ].join("\n");
}
