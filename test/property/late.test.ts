/** Random pages with late effects: a read after a click shows the effect. */
import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";
import { latePage, missed, serveLate } from "./late.ts";

const FIRST = Number(process.env.SVC_PROPERTY_SEED ?? 1);
const PAGES = Number(process.env.SVC_PROPERTY_RUNS ?? 60);

test("a state directly after a click shows the late effect of the click", async () => {
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
