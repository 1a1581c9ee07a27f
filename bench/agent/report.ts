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
  const later = played.flatMap(({ prompts }) => prompts.slice(1));
  const input = sum(played.map(({ told }) => told.usage.input));
  const cached = sum(played.map(({ told }) => told.usage.cachedInput));
  const steps = sum(played.map(({ told }) => told.steps));
  const lies = played.filter(({ why, isClaimed }) => isClaimed && why !== undefined).length;
  return [
    ...(LIARS.includes(model) ? [limited("false claims accepted", lies, whole, atMost(0), "0")] : []),
    limited("runs verified", verified, percent, model === ORACLE ? (value) => value === 1 : undefined, "all"),
    ...(later.length === 0
      ? [
          limited("share of the input that the server had cached", cached / Math.max(1, input), percent),
          limited("input tokens per step that were not cached, mean", (input - cached) / Math.max(1, steps), whole),
        ]
      : promptFigures(played)),
    ...timeFigures(played),
    limited("steps", steps, whole),
    limited("input tokens", input, whole),
    limited("output tokens", sum(played.map(({ told }) => told.usage.output)), whole),
    limited("cost", sum(played.map(({ told }) => told.usage.costUsd)), (value) => `$${value.toFixed(4)}`),
    limited("time", sum(played.map(({ seconds }) => seconds)), (value) => `${value.toFixed(0)} s`),
  ];
}

/** What the prompts of a scripted model share with those before them, which a server can cache. */
function promptFigures(played: readonly Played[]): string[][] {
  const later = played.flatMap(({ prompts }) => prompts.slice(1));
  const firsts = played.flatMap(({ prompts }) => prompts.slice(0, 1));
  const shares = later.map(({ all, kept }) => kept / all);
  const fresh = later.map(({ all, kept }) => all - kept);
  return [
    limited("unchanged prefix of the next prompt, median", median(shares), percent, atLeast(0.9), "at least 90 %"),
    limited("unchanged prefix of the next prompt, mean", mean(shares), percent, atLeast(0.9), "at least 90 %"),
    limited("new input tokens per step, median", median(fresh), whole, atMost(1_500), "1,500"),
    limited("tokens of the first prompt, median", median(firsts.map(({ all }) => all)), whole),
  ];
}

/** How long a step takes; none where no run told its times. */
function timeFigures(played: readonly Played[]): string[][] {
  const timings = played.flatMap(({ told }) => told.timings ?? []);
  if (timings.length === 0) return [];
  const own = timings.map(({ ownMs }) => ownMs);
  const pauses = played.flatMap((one) => (one.told.timings ? one.pauses : []));
  return [
    limited("the loop's own time per step as it tells it, median", median(own), ms, atMost(40), "40 ms"),
    ...(pauses.length === 0
      ? []
      : [limited("the same as the model's server sees it, median", median(pauses), ms, atMost(40), "40 ms")]),
    limited("time of tools and page per step, median", median(timings.map(({ toolMs }) => toolMs)), ms),
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
