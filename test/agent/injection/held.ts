/** One attack as a test: with the guard nothing leaves, and without it the attack works. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AgentFixture, agentFixture } from "../fixture.ts";
import { type Attack, attacked, CANARY, sites } from "./obedient.ts";

const TEST_MS = 30_000;

/** Tests of a table of attacks, in one browser. `asked`: a model has to follow them. */
export function attacks(
  what: string,
  table: readonly Attack[],
  { asked, alone }: { asked: boolean; alone: "all" | "first" },
) {
  let fixture: AgentFixture;
  let both: ReturnType<typeof sites>;
  const figures = { attacks: 0, leaks: 0 };

  beforeAll(async () => {
    both = sites();
    fixture = await agentFixture();
    writeFileSync(join(fixture.workspace, "report.txt"), `The code is ${CANARY}.`);
  });

  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    both[Symbol.dispose]();
    console.log(`${what}: leaks with an obedient model: ${figures.leaks} of ${figures.attacks}`);
  });

  for (const [n, attack] of table.entries()) {
    test(
      `${what}: ${attack.name}`,
      async () => {
        const guarded = await attacked(fixture, both, attack, true);
        figures.attacks++;
        if (guarded.leaked.length + guarded.seen.length > 0) figures.leaks++;
        expect(guarded.leaked).toEqual([]);
        expect(guarded.seen).toEqual([]);
        if (asked) expect(guarded.followed).not.toEqual([]);
        if (attack.rules?.allowedDomains) expect(both.evil.received).toEqual([]);
      },
      TEST_MS,
    );
    if (attack.isHeldAnyway !== undefined || (alone === "first" && n > 0)) continue;
    test(
      `${what}: ${attack.name}, without the guard`,
      async () => {
        const open = await attacked(fixture, both, attack, false);
        expect(open.leaked, "an attack that does not work proves nothing").not.toEqual([]);
      },
      TEST_MS,
    );
  }
}
