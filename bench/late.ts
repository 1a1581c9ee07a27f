/** Random late pages, clicked and read through the executable: how many effects the read misses. Times nothing. */
import { latePage, missed, serveLate } from "../test/property/late.ts";
import { type Bench, begin } from "./bench.ts";
import { plainNumber, reportFigure } from "./report.ts";

const PAGES = Number(process.env.SVC_BENCH_LATE ?? 500);

export async function lateFigures({ svc }: Bench): Promise<void> {
  const site = await serveLate();
  try {
    await begin(svc, "about:blank");
    let misses = 0;
    for (let seed = 1; seed <= PAGES; seed++) {
      const miss = await missed(latePage(seed), site.url(seed), (...words) => svc.read(words));
      if (miss === undefined) continue;
      misses++;
      console.error(`  missed ${miss}`);
    }
    const figure = `effects missed by \`click && state\`, of ${plainNumber(PAGES)} random late pages`;
    reportFigure(figure, misses, plainNumber, { limit: 0 });
    await svc.close();
  } finally {
    site.stop();
  }
}
