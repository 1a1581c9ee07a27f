/** Random pages: every listed element can be clicked, and every element that reacts to a click is listed. */
import { test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data } from "../fixture.ts";
import { checkProperty, type Shown, site } from "./site.ts";
import { sketch } from "./tree.ts";

/** States of elements that are known not to receive clicks. */
const MARKED = /^(disabled|inert|covered)$/;

/** Elements whose click opens something outside of the page, which `svc` refuses. */
const refused = ({ tag, attributes }: Data) => tag === "select" || attributes.type === "file";

test("clicks reach every listed element without a blocking state", async () => {
  await using t = await site();
  await checkProperty(20, sketch, [], async (page) => {
    await t.show(page);
    const state = await t.svc("state", "--all");
    const numbers = await t.numbers(state);
    for (const element of state.elements as Data[]) {
      if (element.states.some((one: string) => MARKED.test(one))) continue;
      const { attributes } = await t.svc("get", "attributes", String(element.index));
      if (refused({ tag: element.tag, attributes })) continue;
      const wrong = await clicked(t, element, numbers.get(element.index) ?? 0);
      if (wrong) return `${wrong}\n${state.tree}`;
    }
    return undefined;
  });
});

async function clicked(t: Shown, { index, tag, inViewport }: Data, k: number): Promise<string | undefined> {
  await t.ask("reset()");
  try {
    await click(t, index);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const { now, later, isUnder } = await t.ask(`reachable(${k})`);
    if (now || later)
      return `[${index}]<${tag} k=${k}> can be reached (${now ? "at once" : "by scrolling"}): ${error.message}`;
    return inViewport && isUnder ? `[${index}]<${tag} k=${k}> is not marked: ${error.message}` : undefined;
  }
  const { target } = await t.ask("record()");
  for (const type of ["mousedown", "mouseup", "click"]) {
    if (target[type] && !(await t.ask(`belongs(${k}, ${target[type]})`)))
      return `[${index}]<${tag} k=${k}>: ${type} went to k=${target[type]}`;
  }
  return target.mousedown ? undefined : `[${index}]<${tag} k=${k}>: no event came`;
}

/** Uses a short timeout, because a failure must be reported soon. Retries on a slow machine. */
async function click(t: Shown, index: number): Promise<void> {
  try {
    await t.svc("click", String(index), "--timeout", "200");
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== "timeout") throw error;
    await t.svc("click", String(index), "--timeout", "10000");
  }
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

test("elements that react to a click in the viewport are listed or inside a listed element", async () => {
  await using t = await site();
  const shares = fc.array(fc.tuple(share, share, share), { minLength: 12, maxLength: 12, size: "max" });
  await checkProperty(20, sketch, [fc.noShrink(shares)], async (page, where) => {
    await t.show(page);
    const state = await t.svc("state", "--all");
    const numbers = await t.numbers(state);
    const scrollers = (state.elements as Data[])
      .filter(({ index }) => state.tree.includes(`|scroll element[${index}]`))
      .map(({ index }) => numbers.get(index));
    const listed = JSON.stringify([...numbers.values()]);
    for (const { x, y } of (await t.ask(`points(${JSON.stringify(where)})`)) as Data[]) {
      await t.svc("click", String(x), String(y));
      const missed = await t.ask(`missed(${listed}, ${JSON.stringify(scrollers)})`);
      if (missed.length > 0) return `at ${x},${y} react but are not listed: k=${missed}\n${state.tree}`;
    }
    return undefined;
  });
});
