/** This build beside an older executable, side by side in one run: what must not have become slower. */
import { join } from "node:path";
import { type Bench, begin } from "./bench.ts";
import { inTurn } from "./measure.ts";
import { svcRecipe } from "./peers.ts";
import { ms, note, reportRatio } from "./report.ts";
import { type Tool, toolIn } from "./tool.ts";

/** Two percent are told from noise only by many pairs; a pair takes some 25 ms. */
const PAIRS_PER_RUN = 10;

const LIMIT = 1.02;

/** No read waits for an action that is as long ago. */
const AT_REST_MS = 2_500;

export async function beforeFigures(bench: Bench): Promise<void> {
  const path = process.env.SVC_BENCH_BEFORE;
  if (path === undefined) return note("before and after: no older executable in SVC_BENCH_BEFORE to measure beside");
  const older = toolIn(join(bench.folder, "before"), svcRecipe(path));
  const both = [bench.svc, older];
  const buttons = new Map<Tool, string>();
  for (const tool of both) {
    await begin(tool, bench.site.url("form"));
    const [, button] = tool.recipe.button.exec(await tool.read(tool.recipe.snapshot)) ?? [];
    if (button === undefined) throw new Error(`the state of ${path} shows no button`);
    buttons.set(tool, button);
  }
  await beside(bench, older, "`get title`", () => ["get", "title"]);
  await beside(bench, older, "`click`", (tool) => tool.recipe.click(buttons.get(tool) ?? ""));
  await Bun.sleep(AT_REST_MS);
  await beside(bench, older, "`state` that follows no action", (tool) => tool.recipe.snapshot);
  for (const tool of both) await tool.close();
}

async function beside({ svc, runs }: Bench, older: Tool, what: string, words: (tool: Tool) => string[]): Promise<void> {
  const pairs = await inTurn(
    runs * PAIRS_PER_RUN,
    () => svc.time(words(svc)),
    () => older.time(words(older)),
    10,
  );
  reportRatio(`${what}, beside before`, ms(pairs.a), `before ${ms(pairs.b)}`, pairs.ratio, LIMIT);
}
