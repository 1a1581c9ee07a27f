/** Random late pages: a read after a click shows what the click led to. */
import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";
import { isShown, type Late, latePage, serveLate } from "./late.ts";

const FIRST = Number(process.env.SVC_PROPERTY_SEED ?? 1);
const PAGES = Number(process.env.SVC_PROPERTY_RUNS ?? 60);

test("a state right after a click shows the effect that a late page makes of it", async () => {
  await using t = await fixture();
  const site = await serveLate();
  try {
    const missed: string[] = [];
    for (let seed = FIRST; seed < FIRST + PAGES; seed++) {
      const late = latePage(seed);
      await t.svc("open", site.url(seed));
      const before = await t.svc("state");
      expect(isShown(late, before.tree)).toBe(false);
      await t.svc("click", "1");
      const { tree } = await t.svc("state");
      if (!isShown(late, tree)) missed.push(await told(late, t.svc("eval", "window.late?.tookMs")));
    }
    expect(missed).toEqual([]);
  } finally {
    site.stop();
  }
}, 300_000);

async function told(late: Late, took: Promise<{ result: unknown }>): Promise<string> {
  const { result } = await took;
  return `${JSON.stringify(late)} took ${result} ms`;
}
