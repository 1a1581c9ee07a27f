/** Random late pages: a read after a click shows what the click led to. */
import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";
import { latePage, missed, serveLate } from "./late.ts";

const FIRST = Number(process.env.SVC_PROPERTY_SEED ?? 1);
const PAGES = Number(process.env.SVC_PROPERTY_RUNS ?? 60);

test("a state right after a click shows the effect that a late page makes of it", async () => {
  await using t = await fixture();
  const site = await serveLate();
  try {
    const misses: string[] = [];
    for (let seed = FIRST; seed < FIRST + PAGES; seed++) {
      const miss = await missed(latePage(seed), site.url(seed), t.text);
      if (miss !== undefined) misses.push(miss);
    }
    expect(misses).toEqual([]);
  } finally {
    site.stop();
  }
}, 300_000);
