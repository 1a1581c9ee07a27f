/** Random pages: a state is correct, repeatable, and invisible to the page. */
import { test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data } from "../fixture.ts";
import { checkProperty, type Shown, site } from "./site.ts";
import { sketch } from "./tree.ts";

test("repeated states are equal, indexed in document order, and leave no trace in the page", async () => {
  await using t = await site();
  await checkProperty(20, sketch, [], async (page) => {
    await t.show(page);
    const before = await t.ask("traces()");
    const first = await t.svc("state", "--all");
    const second = await t.svc("state", "--all");
    const after = await t.ask("traces()");
    if (JSON.stringify(before) !== JSON.stringify(after))
      return `the page has a trace: ${JSON.stringify([before, after])}`;
    if (first.tree !== second.tree) return `a different state:\n${first.tree}\n---\n${second.tree}`;
    const diff = await t.svc("state", "--all", "--diff");
    if (diff.nothing !== "nothing changed") return `a diff without a change:\n${diff.tree}\n---\n${first.tree}`;
    const indices = (first.elements as Data[]).map(({ index }) => index);
    if (indices.some((index, n) => index !== n + 1)) return `indexes do not begin at 1: ${indices}`;
    const numbers = await t.numbers(first);
    const order = (await t.ask("order()")) as number[];
    const places = indices.map((index) => order.indexOf(numbers.get(index) ?? 0));
    if (places.some((place, n) => place <= (places[n - 1] ?? -1))) return `not in order: ${places}\n${first.tree}`;
    return undefined;
  });
});

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const change = fc.tuple(fc.constantFrom("remove", "move", "before", "render", "clone", "replace"), share, share);

test("an index never refers to another element, whatever the page changes", async () => {
  await using t = await site();
  await checkProperty(
    60,
    sketch,
    [fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean()],
    async (page, changes, readsAgain) => {
      await t.show(page);
      const state = await t.svc("state", "--all");
      const before = await t.numbers(state);
      const looksBefore = await t.ask("looks()");
      for (const [kind, one, other] of changes) await t.ask(`mutate("${kind}", ${one}, ${other})`);
      if (readsAgain) await t.svc("state", "--all");
      const looks = await t.ask("looks()");
      const now = new Map<number, number>();
      for (const [index, k] of before) {
        const found = await numberOf(t, index);
        // The surroundings of the same element may have changed. identity.test.ts checks those changes.
        if (found === undefined) continue;
        const wrong = found === k ? undefined : successor(k, found, looksBefore, looks);
        if (wrong)
          return `[${index}] was k=${k}, is k=${found}: ${wrong}, after ${JSON.stringify(changes)} ${readsAgain}\n${state.tree}`;
        if ([...now.values()].includes(found)) return `two indices are k=${found}`;
        now.set(index, found);
      }
      return undefined;
    },
  );
});

/** The `data-k` number of the element of an index; undefined when the index is stale. */
async function numberOf(t: Shown, index: number): Promise<number | undefined> {
  try {
    return Number((await t.svc("get", "attributes", String(index))).attributes["data-k"]);
  } catch (error) {
    if (error instanceof CommandError && error.code === "stale") return undefined;
    throw error;
  }
}

/** The reason why an element cannot be the replacement of another one. */
function successor(was: number, is: number, before: Data, now: Data): string | undefined {
  if (now[was]?.there) return "the first is still there";
  const { look } = before[was];
  return now[is].look === look ? undefined : `looked like ${look}, looks like ${now[is].look}`;
}

test("visible words are printed in their order, and hidden words are not printed", async () => {
  await using t = await site();
  await checkProperty(20, sketch, [], async (page) => {
    await t.show(page);
    const { tree, elements } = await t.svc("state", "--all");
    const { must, mustNot } = await t.ask("words()");
    const missing = must.filter((word: string) => !tree.includes(word));
    if (missing.length > 0) return `visible, but not printed: ${missing}\n${tree}`;
    // Names are excluded: they may contain hidden words.
    const texts = new Map<number, string>(elements.map(({ index, text }: Data) => [index, text]));
    const text = tree
      .replace(/^\t*\|IFRAME\|.*$/gm, "")
      .replace(/^\t*\*?(?:\|scroll element)?\[(\d+)\]<[^>]*>(.*)$/gm, (_: string, index: string, words: string) =>
        texts.get(Number(index))?.includes(words) ? words : "",
      );
    const printed = must.filter((word: string) => text.includes(word));
    const places = printed.map((word: string) => text.indexOf(word));
    if (places.some((place: number, n: number) => n > 0 && place < places[n - 1]))
      return `not in order: ${printed}\n${tree}`;
    const unseen = mustNot.filter((word: string) => text.includes(word));
    return unseen.length > 0 ? `printed, but not visible: ${unseen}\n${tree}` : undefined;
  });
});

/** The lines of a tree without indentation and marks, which depend on other lines. */
function linesOf(tree: string): string[] {
  return tree
    .split("\n")
    .map((line) => line.trim().replace(/^\*/, ""))
    .filter((line) => line !== "" && !/^(---|…|\+\d+ more)/.test(line));
}

test("a partial state is part of the full state and contains everything in view", async () => {
  await using t = await site();
  await checkProperty(20, sketch, [fc.integer({ min: 100, max: 400 })], async (page, budget) => {
    await t.show(page);
    const full = await t.svc("state", "--all");
    const all = linesOf(full.tree);
    for (const line of [["--viewport"], ["--max-tokens", String(budget)]]) {
      const part = await t.svc("state", ...line);
      const left = [...all];
      for (const one of linesOf(part.tree)) {
        const at = left.indexOf(one);
        if (at < 0) return `${line}: not in the full state: ${one}\n${part.tree}\n---\n${full.tree}`;
        left.splice(at, 1);
      }
      const shown = new Set((part.elements as Data[]).map(({ index }) => index));
      const inView = (full.elements as Data[]).filter((one) => one.inViewport);
      const cost = full.tree.length;
      const missing = inView.filter(({ index }) => !shown.has(index));
      if (missing.length > 0 && (line.length === 1 || cost / 2 < budget))
        return `${line}: in view, but missing: ${missing.map(({ index }) => index)}\n${part.tree}\n---\n${full.tree}`;
    }
    return undefined;
  });
});

test("a visible change appears in the diff", async () => {
  await using t = await site();
  await checkProperty(20, sketch, [share], async (page, which) => {
    await t.show(page);
    await t.svc("state", "--all");
    const word = await t.ask(`change(${which})`);
    if (!word) return undefined;
    const diff = await t.svc("state", "--all", "--diff");
    // Two spaces begin a line that only shows the place of a change.
    const isMarked = diff.tree.split("\n").every((line: string) => /^([-+~>] | {2})/.test(line));
    if (!isMarked) return `a line has no mark:\n${diff.tree}`;
    return /^[+~>] .*changed/m.test(diff.tree)
      ? undefined
      : `'${word}' was changed, but the diff is: ${diff.tree || diff.nothing}`;
  });
});
