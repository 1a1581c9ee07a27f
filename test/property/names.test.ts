/** Random pages: what has an index is known by words, wherever the page says anything of it. */
import { test } from "bun:test";
import type { Data } from "../fixture.ts";
import { holds, site } from "./site.ts";
import { sketch } from "./tree.ts";

test("no listed element is without a word that the page has for it", async () => {
  await using t = await site();
  await holds(30, sketch, [], async (page) => {
    await t.show(page);
    const state = await t.svc("state", "--all");
    const said = (await t.ask("said()")) as Record<number, string[]>;
    const numbers = await t.numbers(state);
    const lines = (state.tree as string).split("\n");
    for (const one of state.elements as Data[]) {
      const words = said[numbers.get(one.index) ?? 0] ?? [];
      if (words.length === 0) continue;
      const at = lines.findIndex((line) => line.includes(`[${one.index}]`));
      const depth = lines[at]?.search(/\S/) ?? 0;
      const end = lines.findIndex((line, n) => n > at && !line.startsWith("---") && line.search(/\S/) <= depth);
      const told = lines.slice(at, end < 0 ? undefined : end).join("\n");
      if (!words.some((word) => told.includes(word)))
        return `[${one.index}] says nothing of ${words}:\n${told}\n---\n${state.tree}`;
    }
    return undefined;
  });
});
