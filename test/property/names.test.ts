/** Random pages: the line of every listed element contains a word that the page has for it. */
import { test } from "bun:test";
import type { Data } from "../fixture.ts";
import { checkProperty, site } from "./site.ts";
import { sketch } from "./tree.ts";

test("every listed element shows a word that the page has for it", async () => {
  await using t = await site();
  await checkProperty(30, sketch, [], async (page) => {
    await t.show(page);
    const state = await t.svc("state", "--all");
    const known = (await t.ask("knownWords()")) as Record<number, string[]>;
    const numbers = await t.numbers(state);
    const lines = (state.tree as string).split("\n");
    for (const one of state.elements as Data[]) {
      const words = known[numbers.get(one.index) ?? 0] ?? [];
      if (words.length === 0) continue;
      const at = lines.findIndex((line) => line.includes(`[${one.index}]`));
      const depth = lines[at]?.search(/\S/) ?? 0;
      const end = lines.findIndex((line, n) => n > at && !line.startsWith("---") && line.search(/\S/) <= depth);
      const shown = lines.slice(at, end < 0 ? undefined : end).join("\n");
      if (!words.some((word) => shown.includes(word)))
        return `[${one.index}] shows none of ${words}:\n${shown}\n---\n${state.tree}`;
    }
    return undefined;
  });
});
