/** Random pages: a state tells what is there, the same every time, and the page cannot tell that it was asked. */
import { test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data } from "../fixture.ts";
import { holds, type Shown, site } from "./site.ts";
import { sketch } from "./tree.ts";

test("the same page gives the same state, numbered in the order of the document, and nothing of the page changes", async () => {
  await using t = await site();
  await holds(20, sketch, [], async (page) => {
    await t.show(page);
    const before = await t.ask("traces()");
    const first = await t.svc("state", "--all");
    const second = await t.svc("state", "--all");
    const after = await t.ask("traces()");
    if (JSON.stringify(before) !== JSON.stringify(after)) return `it left a trace: ${JSON.stringify([before, after])}`;
    if (first.tree !== second.tree) return `another answer:\n${first.tree}\n---\n${second.tree}`;
    const diff = await t.svc("state", "--all", "--diff");
    if (diff.nothing !== "nothing changed")
      return `a difference where there is none:\n${diff.tree}\n---\n${first.tree}`;
    const indices = (first.elements as Data[]).map(({ index }) => index);
    if (indices.some((index, n) => index !== n + 1)) return `not numbered from 1 on: ${indices}`;
    const numbers = await t.numbers(first);
    const order = (await t.ask("order()")) as number[];
    const places = indices.map((index) => order.indexOf(numbers.get(index) ?? 0));
    if (places.some((place, n) => place <= (places[n - 1] ?? -1))) return `not in order: ${places}\n${first.tree}`;
    return undefined;
  });
});

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const change = fc.tuple(fc.constantFrom("remove", "move", "before", "render", "clone", "replace"), share, share);

test("an index never moves to another element, whatever the page does", async () => {
  await using t = await site();
  await holds(
    60,
    sketch,
    [fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean()],
    async (page, changes, anew) => {
      await t.show(page);
      const state = await t.svc("state", "--all");
      const before = await t.numbers(state);
      const looksBefore = await t.ask("looks()");
      for (const [kind, one, other] of changes) await t.ask(`mutate("${kind}", ${one}, ${other})`);
      if (anew) await t.svc("state", "--all");
      const looks = await t.ask("looks()");
      const now = new Map<number, number>();
      for (const [index, k] of before) {
        const found = await heldBy(t, index);
        // What is around an element that stays may be another thing now: identity.test.ts holds which changes count.
        if (found === undefined) continue;
        const wrong = found === k ? undefined : successor(k, found, looksBefore, looks);
        if (wrong)
          return `[${index}] was k=${k}, is k=${found}: ${wrong}, after ${JSON.stringify(changes)} ${anew}\n${state.tree}`;
        if ([...now.values()].includes(found)) return `two indices are k=${found}`;
        now.set(index, found);
      }
      return undefined;
    },
  );
});

/** The number of the element that an index leads to now; undefined when it is stale. */
async function heldBy(t: Shown, index: number): Promise<number | undefined> {
  try {
    return Number((await t.svc("get", "attributes", String(index))).attributes["data-k"]);
  } catch (error) {
    if (error instanceof CommandError && error.code === "stale") return undefined;
    throw error;
  }
}

/** Why an element cannot be what took the place of another. Of several in different rows it is the one in the same row. */
function successor(was: number, is: number, before: Data, now: Data): string | undefined {
  if (now[was]?.there) return "the first is still there";
  const { look } = before[was];
  return now[is].look === look ? undefined : `looked like ${look}, looks like ${now[is].look}`;
}

test("words that are shown are told in their order; words that are not, are not", async () => {
  await using t = await site();
  await holds(20, sketch, [], async (page) => {
    await t.show(page);
    const { tree, elements } = await t.svc("state", "--all");
    const { must, mustNot } = await t.ask("words()");
    const missing = must.filter((word: string) => !tree.includes(word));
    if (missing.length > 0) return `shown, but not told: ${missing}\n${tree}`;
    // Names are another matter: they may speak of what is not shown.
    const texts = new Map<number, string>(elements.map(({ index, text }: Data) => [index, text]));
    const text = tree
      .replace(/^\t*\|IFRAME\|.*$/gm, "")
      .replace(/^\t*\*?(?:\|scroll element)?\[(\d+)\]<[^>]*>(.*)$/gm, (_: string, index: string, words: string) =>
        texts.get(Number(index))?.includes(words) ? words : "",
      );
    const told = must.filter((word: string) => text.includes(word));
    const places = told.map((word: string) => text.indexOf(word));
    if (places.some((place: number, n: number) => n > 0 && place < places[n - 1]))
      return `not in order: ${told}\n${tree}`;
    const unseen = mustNot.filter((word: string) => text.includes(word));
    return unseen.length > 0 ? `told, but not shown: ${unseen}\n${tree}` : undefined;
  });
});

/** The lines of a tree, without what depends on the lines around them. */
function linesOf(tree: string): string[] {
  return tree
    .split("\n")
    .map((line) => line.trim().replace(/^\*/, ""))
    .filter((line) => line !== "" && !/^(---|…|\+\d+ more)/.test(line));
}

test("a part of a state is a part of the whole, and has all that is in view", async () => {
  await using t = await site();
  await holds(20, sketch, [fc.integer({ min: 100, max: 400 })], async (page, budget) => {
    await t.show(page);
    const whole = await t.svc("state", "--all");
    const all = linesOf(whole.tree);
    for (const line of [["--viewport"], ["--max-tokens", String(budget)]]) {
      const part = await t.svc("state", ...line);
      const left = [...all];
      for (const one of linesOf(part.tree)) {
        const at = left.indexOf(one);
        if (at < 0) return `${line}: not in the whole: ${one}\n${part.tree}\n---\n${whole.tree}`;
        left.splice(at, 1);
      }
      const shown = new Set((part.elements as Data[]).map(({ index }) => index));
      const inView = (whole.elements as Data[]).filter((one) => one.inViewport);
      const cost = whole.tree.length;
      const missing = inView.filter(({ index }) => !shown.has(index));
      if (missing.length > 0 && (line.length === 1 || cost / 2 < budget))
        return `${line}: not there, though in view: ${missing.map(({ index }) => index)}\n${part.tree}\n---\n${whole.tree}`;
    }
    return undefined;
  });
});

test("a change that is shown is a difference", async () => {
  await using t = await site();
  await holds(20, sketch, [share], async (page, which) => {
    await t.show(page);
    await t.svc("state", "--all");
    const word = await t.ask(`change(${which})`);
    if (!word) return undefined;
    const diff = await t.svc("state", "--all", "--diff");
    // Two spaces begin what only tells the place of a change.
    const isMarked = diff.tree.split("\n").every((line: string) => /^([-+~>] | {2})/.test(line));
    if (!isMarked) return `a line says not what happened to it:\n${diff.tree}`;
    return /^[+~>] .*changed/m.test(diff.tree)
      ? undefined
      : `'${word}' was changed, but it says: ${diff.tree || diff.nothing}`;
  });
});
