/** Random late pages, clicked and read through the executable: how many effects the read misses. Times nothing. */
import { isShown, type Late, latePage, serveLate } from "../test/property/late.ts";
import { type Bench, begin } from "./bench.ts";
import { plainNumber, reportFigure } from "./report.ts";
import type { Tool } from "./tool.ts";

const PAGES = Number(process.env.SVC_BENCH_LATE ?? 500);

export async function lateFigures({ svc }: Bench): Promise<void> {
  const site = await serveLate();
  try {
    await begin(svc, "about:blank");
    let missed = 0;
    for (let seed = 1; seed <= PAGES; seed++) {
      const late = latePage(seed);
      const tree = await stateAfterClick(svc, late, site.url(seed));
      if (isShown(late, tree)) continue;
      missed++;
      console.error(`  missed ${JSON.stringify(late)}\n${tree}`);
    }
    reportFigure(
      `effects missed by \`click && state\`, of ${plainNumber(PAGES)} random late pages`,
      missed,
      plainNumber,
      {
        limit: 0,
      },
    );
    await svc.close();
  } finally {
    site.stop();
  }
}

async function stateAfterClick(svc: Tool, late: Late, url: string): Promise<string> {
  await svc.time(svc.recipe.open(url));
  const before = await svc.read(svc.recipe.snapshot);
  if (isShown(late, before)) throw new Error(`page ${late.seed} shows its effect before the click`);
  await svc.time(svc.recipe.click("1"));
  return await svc.read(svc.recipe.snapshot);
}
