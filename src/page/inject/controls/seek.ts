/** Finding an option in a list that is open: waited for where it loads, scrolled to where only what is in view is drawn. */
import type { ChooseBy, ListOption, OptionAnswer } from "../../core/library-controls.ts";
import { doc, plain } from "../dom/plain.ts";
import { parentOf } from "../dom/tree.ts";
import { until } from "../dom/until.ts";
import { elementOf } from "../identity/registry.ts";
import { optionsNow } from "./lists.ts";
import { matchOption } from "./native-options.ts";

/** How long a list that shows options already may take to show more. */
const SETTLED_MS = 600;

/** Steps through a list that holds only the options in view, at most. */
const MOST_STEPS = 300;

/** Waits for the option; looks through a list that draws only what is in view. */
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
  /** One option alone often says that the others are loading. */
  const left = () => Math.min(deadline - performance.now(), optionsNow(id).items.length > 1 ? SETTLED_MS : waitMs);
  await until(waitMs, () => optionsNow(id).items.length > 0);
  const seen = new Set<string>();
  const option = find() ?? (await lookThrough(id, find, seen)) ?? (await until(left(), find));
  const shown = option && (await intoView(option, find));
  if (shown) return { ok: true, option: shown };
  const { items, options } = optionsNow(id);
  for (const { label } of options) seen.add(label);
  return { ok: false, isShown: items.length > 0, options: [...seen].filter(Boolean) };
}

/** Scrolled to within its list. One that draws only what is in view may draw it anew for that. */
async function intoView(option: ListOption, find: () => ListOption | undefined): Promise<ListOption | undefined> {
  const element = elementOf(option.spot.id);
  if (!element) return find();
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await drawn();
  return element.isConnected ? option : find();
}

/** Resolves when the page has drawn once more; a page that draws nothing is not waited for. */
async function drawn(): Promise<void> {
  const drawing = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await Promise.race([drawing, new Promise((resolve) => setTimeout(resolve, 100))]);
}

async function lookThrough(
  id: number,
  find: () => ListOption | undefined,
  seen: Set<string>,
): Promise<ListOption | undefined> {
  const scroller = scrollerOf(optionsNow(id));
  if (!scroller) return undefined;
  const from = scroller.scrollTop;
  for (let step = 0; step < MOST_STEPS; step++) {
    const count = seen.size;
    for (const { label } of optionsNow(id).options) seen.add(label);
    const found = find();
    if (found) return found;
    // A list that shows nothing new below holds all of its options.
    const isEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    if (isEnd || (step > 1 && seen.size === count)) break;
    scroller.scrollTop += scroller.clientHeight * 0.8;
    await drawn();
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
