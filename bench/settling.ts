/** What it costs that a read after an action waits until the page is at rest, beside the same without the wait. */
import { type Bench, begin } from "./bench.ts";
import { inTurn } from "./measure.ts";
import { ms, reportFigure } from "./report.ts";
import type { Tool } from "./tool.ts";

const PAGES = [
  ["atOnce", "page that reacts at once", 100],
  ["byTimer", "page that reacts by a 300 ms timer", 420],
  ["clock", "the same at once, with a clock that ticks every 100 ms", undefined],
  ["spinner", "the same at once, with an animation without end", undefined],
  ["stream", "the same at once, with an event stream that stays open", undefined],
  ["poller", "the same at once, with a request every 300 ms", undefined],
] as const;

/** After this the timer has run and nothing is waited for: each measurement begins with a page at rest. */
const REST_MS = 500;

export async function settlingFigures(bench: Bench): Promise<void> {
  const { svc, site, slowRuns } = bench;
  await begin(svc, site.url("hello"));
  for (const [page, what, limit] of PAGES) {
    await svc.time(svc.recipe.open(site.url(page)));
    const [, button = ""] = svc.recipe.button.exec(await svc.read(svc.recipe.snapshot)) ?? [];
    await mustSee(svc, button);
    const { a, b, added } = await inTurn(
      slowRuns * 2,
      () => clickAndLook(svc, button),
      () => clickAndLook(svc, button, "--settle", "0"),
      1,
    );
    const beside = `${ms(a)}, with \`--settle 0\` ${ms(b)}`;
    reportFigure(
      `added to \`click && state\`: ${what}`,
      added,
      ms,
      limit === undefined ? { beside } : { limit, beside },
    );
  }
  await svc.close();
}

async function clickAndLook(svc: Tool, button: string, ...more: string[]): Promise<number> {
  await Bun.sleep(REST_MS);
  const started = performance.now();
  await svc.time(svc.recipe.click(button));
  await svc.time([...svc.recipe.snapshot, ...more]);
  return performance.now() - started;
}

/** Speed that comes from not waiting would be none. */
async function mustSee(svc: Tool, button: string): Promise<void> {
  await svc.time(svc.recipe.click(button));
  const tree = await svc.read(svc.recipe.snapshot);
  if (!tree.includes("One is shown")) throw new Error(`the state after the click does not show its effect: ${tree}`);
}
