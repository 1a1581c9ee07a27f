/** `state` while the page grows: whether its time stays in proportion, and whether it still sees all of it. */
import type { Bench } from "./bench.ts";
import { median } from "./measure.ts";
import { SIZES, type Size } from "./pages.ts";
import { ms, plainNumber, reportFigure, reportRatio } from "./report.ts";

type Times = Record<Size, number[]>;

export async function growthFigures(bench: Bench): Promise<void> {
  const { svc, site, slowRuns } = bench;
  const none = (): Times => ({ grown1k: [], grown5k: [], grown20k: [], grown100k: [] });
  const [firsts, agains] = [none(), none()];
  await svc.start(site.url("form"));
  for (let n = 0; n < slowRuns; n++) {
    for (const size of Object.keys(SIZES) as Size[]) {
      await svc.time(svc.recipe.open(site.url(size)));
      firsts[size].push(await svc.time(svc.recipe.snapshot));
      agains[size].push(await svc.time(svc.recipe.snapshot));
    }
  }
  const seen = await controlsSeen(bench);
  await svc.close();
  report("first look", firsts);
  report("second look", agains);
  const missing = SIZES.grown100k / 10 - seen;
  reportFigure("controls that `state --all` misses of 10,000 in 100,000 elements", missing, plainNumber, { limit: 0 });
}

/** Of the page that is open, the largest. Speed that comes from leaving something out would be no speed. */
async function controlsSeen({ svc }: Bench): Promise<number> {
  const text = await svc.read(["state", "--all"]);
  const folded = [...text.matchAll(/\+(\d+) more/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  return [...text.matchAll(/\[\d+\]</g)].length + folded;
}

function report(look: string, times: Times): void {
  for (const size of Object.keys(SIZES) as Size[])
    reportFigure(`\`state\`, ${plainNumber(SIZES[size])} elements, ${look}`, median(times[size]), ms);
  const perElement = (size: Size, n: number) => (times[size][n] ?? 0) / SIZES[size];
  const ratios = times.grown5k.map((_, n) => perElement("grown100k", n) / perElement("grown5k", n));
  reportRatio(`time per element at 100,000, ${look}`, "", "at 5,000", median(ratios), 1.5);
}
