/** What the runs came to: a line each, the sums, and the figures beside their limits. Runs nothing. */
import { median } from "../measure.ts";
import { ms } from "../report.ts";
import type { Played } from "./run.ts";
import { LIARS, ORACLE } from "./run.ts";

const whole = (value: number) => Math.round(value).toLocaleString("en");
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** One run in one line. */
export function lineOf({ task, why, isClaimed, told, seconds, extraTurns }: Played): string {
  const mark = why === undefined ? "ok  " : isClaimed ? "LIE " : "FAIL";
  const { input, cachedInput, output, costUsd } = told.usage;
  const facts = [
    told.reason,
    `${told.steps} steps${extraTurns > 0 ? ` (${extraTurns} asked for again)` : ""}`,
    `${whole(input)} in (${whole(cachedInput)} cached), ${whole(output)} out`,
    ...(costUsd > 0 ? [`$${costUsd.toFixed(4)}`] : []),
    `${seconds.toFixed(1)} s`,
  ];
  return `${mark} ${task.name}: ${facts.join(", ")}${why === undefined ? "" : `\n     ${why} | ${told.explanation}`}`;
}

/** All of it as Markdown. */
export function summary(model: string, played: readonly Played[]): string {
  return [
    `# ${model}, ${played.length} runs`,
    "",
    ...table(
      ["", "runs", "verified", "claimed", "claimed, not verified", "verified, not claimed", "steps", "seconds"],
      [...kinds(played).map(([kind, runs]) => outcomeRow(kind, runs)), outcomeRow("**all**", played)],
    ),
    "",
    ...table(["figure", "value", "limit", "met"], figures(model, played)),
    "",
  ].join("\n");
}

function kinds(played: readonly Played[]): [string, Played[]][] {
  return [...Map.groupBy(played, ({ task }) => task.kind as string)].sort(([a], [b]) => a.localeCompare(b));
}

function outcomeRow(name: string, runs: readonly Played[]): string[] {
  const count = (fits: (one: Played) => boolean) => String(runs.filter(fits).length);
  return [
    name,
    String(runs.length),
    count(({ why }) => why === undefined),
    count(({ isClaimed }) => isClaimed),
    count(({ why, isClaimed }) => isClaimed && why !== undefined),
    count(({ why, isClaimed, task }) => !isClaimed && why === undefined && !task.isImpossible),
    whole(median(runs.map(({ told }) => told.steps))),
    median(runs.map(({ seconds }) => seconds)).toFixed(1),
  ];
}

function figures(model: string, played: readonly Played[]): string[][] {
  const verified = played.filter(({ why }) => why === undefined).length / Math.max(1, played.length);
  const lies = played.filter(({ why, isClaimed }) => isClaimed && why !== undefined).length;
  return [
    ...(LIARS.includes(model) ? [limited("false claims accepted", lies, whole, atMost(0), "0")] : []),
    limited("runs verified", verified, percent, model === ORACLE ? (value) => value === 1 : undefined, "all"),
    ...promptFigures(played),
    ...timeFigures(played),
    ...totals(played),
  ];
}

/** How much of the prompts is new. Only scripted models record prompts; of others the reported cache is shown. */
function promptFigures(played: readonly Played[]): string[][] {
  const later = played.flatMap(({ prompts }) => prompts.slice(1));
  const firsts = played.flatMap(({ prompts }) => prompts.slice(0, 1));
  const input = sum(played.map(({ told }) => told.usage.input));
  const cached = sum(played.map(({ told }) => told.usage.cachedInput));
  const steps = sum(played.map(({ told }) => told.steps));
  if (later.length === 0)
    return [
      limited("share of the input that the server had cached", cached / Math.max(1, input), percent),
      limited("input tokens per step that were not cached, mean", (input - cached) / Math.max(1, steps), whole),
    ];
  const shares = later.map(({ all, kept }) => kept / all);
  const fresh = later.map(({ all, kept }) => all - kept);
  return [
    limited("unchanged prefix of the next prompt, median", median(shares), percent, atLeast(0.9), "at least 90 %"),
    limited("unchanged prefix of the next prompt, mean", mean(shares), percent, atLeast(0.9), "at least 90 %"),
    limited("new input tokens per step, median", median(fresh), whole, atMost(1_500), "1,500"),
    limited("tokens of the first prompt, median", median(firsts.map(({ all }) => all)), whole),
  ];
}

function timeFigures(played: readonly Played[]): string[][] {
  const own = played.flatMap(({ told }) => told.timings ?? []).map(({ ownMs }) => ownMs);
  const tools = played.flatMap(({ told }) => told.timings ?? []).map(({ toolMs }) => toolMs);
  const pauses = played.flatMap((one) => (one.told.timings ? one.pauses : []));
  if (own.length === 0) return [];
  return [
    limited("time of the loop per step by its own report, median", median(own), ms, atMost(40), "40 ms"),
    ...(pauses.length === 0
      ? []
      : [limited("time of the loop per step as the model sees it, median", median(pauses), ms, atMost(40), "40 ms")]),
    limited("time of tools and page per step, median", median(tools), ms),
  ];
}

function totals(played: readonly Played[]): string[][] {
  return [
    limited("steps", sum(played.map(({ told }) => told.steps)), whole),
    limited("input tokens", sum(played.map(({ told }) => told.usage.input)), whole),
    limited("output tokens", sum(played.map(({ told }) => told.usage.output)), whole),
    limited("cost", sum(played.map(({ told }) => told.usage.costUsd)), (value) => `$${value.toFixed(4)}`),
    limited("time", sum(played.map(({ seconds }) => seconds)), (value) => `${value.toFixed(0)} s`),
  ];
}

const atLeast = (limit: number) => (value: number) => value >= limit;
const atMost = (limit: number) => (value: number) => value <= limit;

function limited(
  name: string,
  value: number,
  show: (value: number) => string,
  isMet?: (value: number) => boolean,
  limit = "",
): string[] {
  return [name, show(value), isMet ? limit : "", isMet ? (isMet(value) ? "yes" : "**no**") : ""];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}
