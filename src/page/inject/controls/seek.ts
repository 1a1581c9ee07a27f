/** Finds an option in an open list: waits while it loads, and scrolls through a virtual list. */
import type { ChooseBy, ListOption, OptionAnswer } from "../../core/library-controls.ts";
import { doc, plain } from "../dom/plain.ts";
import { parentOf } from "../dom/tree.ts";
import { sleep, until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";
import { optionsNow } from "./lists.ts";
import { matchOption } from "./native-options.ts";

/** How long to wait for further options in a list that shows some. */
const MORE_OPTIONS_MS = 600;

/** Maximum number of scroll steps through a virtual list. */
const MAX_STEPS = 300;

/** Waits for the option, and scrolls through a virtual list. */
export async function findOption(
  id: number,
  wanted: string,
  by: ChooseBy | null,
  waitMs: number,
): Promise<OptionAnswer> {
  const find = () => {
    const { options } = optionsNow(id);
    return options[matchOption(options, wanted, by)];
  };
  const deadline = performance.now() + waitMs;
  /** A single option is often a loading message. */
  const remainingMs = () =>
    Math.min(deadline - performance.now(), optionsNow(id).items.length > 1 ? MORE_OPTIONS_MS : waitMs);
  await until(waitMs, () => optionsNow(id).items.length > 0);
  const seen = new Set<string>();
  const option = find() ?? (await scrollThrough(id, find, seen)) ?? (await until(remainingMs(), find));
  const shown = option && (await scrollIntoList(option, find));
  if (shown) return { ok: true, option: shown };
  const { items, options } = optionsNow(id);
  for (const { label } of options) seen.add(label);
  return { ok: false, isShown: items.length > 0, options: [...seen].filter(Boolean) };
}

/** Scrolls to the option in its list. A virtual list may replace its element. */
async function scrollIntoList(option: ListOption, find: () => ListOption | undefined): Promise<ListOption | undefined> {
  const element = elementOf(option.spot.id);
  if (!element) return find();
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await nextFrame();
  return element.isConnected ? option : find();
}

/** Resolves after the next animation frame, or after 100 ms in a page that paints none. */
async function nextFrame(): Promise<void> {
  const frame = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.race([frame, sleep(100)]);
}

async function scrollThrough(
  id: number,
  find: () => ListOption | undefined,
  seen: Set<string>,
): Promise<ListOption | undefined> {
  const scroller = scrollerOf(optionsNow(id));
  if (!scroller) return undefined;
  const from = scroller.scrollTop;
  for (let step = 0; step < MAX_STEPS; step++) {
    const count = seen.size;
    for (const { label } of optionsNow(id).options) seen.add(label);
    const found = find();
    if (found) return found;
    // A list without new labels below contains all its options.
    const isEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    if (isEnd || (step > 1 && seen.size === count)) break;
    scroller.scrollTop += scroller.clientHeight * 0.8;
    await nextFrame();
  }
  scroller.scrollTop = from;
  return undefined;
}

function scrollerOf({ list, items }: { list: Element | undefined; items: Element[] }): Element | undefined {
  const scrolls = (one: Element) =>
    plain(one).scrollHeight > plain(one).clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY);
  for (let at = items[0] ? parentOf(items[0]) : null; at && at !== doc.body; at = parentOf(at)) {
    if (scrolls(at)) return at;
    if (at === list) return undefined;
  }
  return undefined;
}
