/** Random command lines: each ends in time, with a documented exit code and without a bug. */
import { expect, test } from "bun:test";
import { runs, SEED } from "./chance.ts";
import { fuzzFixture } from "./fixture.ts";
import { lineOf } from "./lines.ts";

test(
  "a random command line never ends in a bug",
  async () => {
    await using g = await fuzzFixture();
    const problems: string[] = [];
    const count = runs(60);
    let next = 0;
    const one = async () => {
      for (let n = next++; n < count; n = next++) {
        const line = lineOf(n, g.base);
        const why = await g.problemOf(line);
        if (why) problems.push(`seed ${SEED}, line ${n}: ${JSON.stringify(line).slice(0, 1_500)}\n${why}`);
      }
    };
    await Promise.all([one(), one(), one()]);
    console.log(`lines: ${count}, seed ${SEED}, exit codes ${JSON.stringify(Object.fromEntries(g.exits))}`);
    const after = await g.problemNow();
    expect([...problems, ...(after ? [`afterwards: ${after}`] : [])]).toEqual([]);
  },
  { timeout: 3_600_000 },
);
