/**
 * Finds the element that an address means (`--text Save`, `--role button`), in all frames at once, and gives it its index.
 * An address must mean one element: several are a failure that lists them.
 */

import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { withTimeout } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { Frame, Library } from "../core/frame.ts";
import type { Address, ElementFacts, Match } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { silence } from "../core/silence.ts";
import { isFrameShown } from "./read-element.ts";
import { surveyed } from "./survey.ts";

/** An address with what chooses among several elements that it means. */
export interface Addressing extends Address {
  /** Index of the element near which to look. */
  near?: number;
  /** Which of those that fit, counted from 1. */
  nth?: number;
}

/** The element that was found, as the answer tells it. */
export interface FoundElement {
  index: number;
  /** Such as `<button> "Save"`. */
  element: string;
}

/** How long to wait before a second look, where the first one found several or only a part of a name: a page may still be drawing. */
const SECOND_LOOK_MS = 120;

/** How often to look while nothing fits, at least; a change of the page is looked at sooner, though not at once. */
const POLL_MS = 200;
const BURST_MS = 30;

/** How many elements a message lists. */
const MOST_LISTED = 10;

/** How long the text around an element may be in a list. */
const AROUND_LENGTH = 60;

/** A match with the frame that it is in. */
interface Placed extends Match {
  frame: Frame;
  library: Library;
}

/** What one look found. */
interface Seen {
  placed: Placed[];
  isLoose: boolean;
  alike: { frame: Frame; library: Library; id: number; facts: ElementFacts; likeness: number }[];
}

/** Waits up to `waitMs` for an element that fits. Throws `not_found`, or `ambiguous` where several fit. */
export async function resolveAddress(
  page: Page,
  addressing: Addressing,
  waitMs: number,
  signal: AbortSignal,
): Promise<FoundElement> {
  const endMs = performance.now() + waitMs;
  let isSecond = false;
  for (;;) {
    const seen = await look(page, addressing, endMs, signal);
    const chosen = choose(seen.placed, addressing);
    const isSure = chosen.length === 1 && chosen[0]?.fit === 0 && !seen.isLoose;
    if (isSure || (isSecond && chosen.length > 0)) return only(page, chosen, seen, addressing);
    isSecond = chosen.length > 0;
    const leftMs = endMs - performance.now();
    if (isSecond) await pause(SECOND_LOOK_MS, signal);
    else if (leftMs > 0) await changed(page, Math.min(POLL_MS, leftMs), signal);
    else throw noneFailure(page, seen, addressing);
  }
}

function only(page: Page, chosen: readonly Placed[], seen: Seen, addressing: Addressing): FoundElement {
  const [one, other] = chosen;
  if (one && !other) return { index: assign(page, one), element: describeFacts(one.facts) };
  throw severalFailure(page, chosen, seen, addressing);
}

function assign(page: Page, { frame, library, id, facts }: Omit<Placed, "fit" | "around">): number {
  return page.elements.assign(frame, library, id, facts);
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await Bun.sleep(ms);
  signal.throwIfAborted();
}

/** Resolves after a change of the page, or after `mostMs`: frames and styles change without telling the page. */
async function changed(page: Page, mostMs: number, signal: AbortSignal): Promise<void> {
  const change = page.main.call("change", [mostMs, BURST_MS]).catch(() => Bun.sleep(BURST_MS));
  await withTimeout(change, mostMs);
  signal.throwIfAborted();
}

/** One look for what fits, in all frames. */
export async function look(page: Page, addressing: Addressing, endMs: number, signal: AbortSignal): Promise<Seen> {
  const { near, nth: _, ...address } = addressing;
  const beside = near === undefined ? undefined : page.elements.get(near);
  const frames = [...page.frames.values()];
  const found = await Promise.all(
    frames.map((frame) => {
      const asked = lookIn(page, frame, address, beside);
      // A frame in a process that hangs is not waited for.
      return frame === page.main ? asked : Promise.race([asked, silence(frame.session, { silentMs: 1_000, endMs })]);
    }),
  );
  signal.throwIfAborted();
  const answers = found.flatMap((one) => (one === undefined || one === "silent" ? [] : [one]));
  const listed = answers.filter((one) => !one.isLoose);
  const isLoose = !listed.some(({ placed }) => placed.length > 0);
  return {
    placed: (isLoose ? answers : listed).flatMap(({ placed }) => placed),
    isLoose,
    alike: answers.flatMap(({ alike }) => alike),
  };
}

/** What fits in one frame; undefined for one whose document is gone. */
async function lookIn(
  page: Page,
  frame: Frame,
  address: Address,
  beside: ElementHandle | undefined,
): Promise<Seen | undefined> {
  try {
    const library = await frame.library();
    const isBeside = beside !== undefined && beside.library === library;
    const asked = { address, ...(isBeside ? { near: beside.id } : {}) };
    const { matches, isLoose, alike, isNearGone } = await surveyed(frame, library, (listening) =>
      frame.call("matches", [{ ...asked, listening }], library),
    );
    if (beside && isNearGone) throw goneFailure(beside);
    if (matches.length > 0 && frame.parentId !== undefined && !(await isFrameShown(page, frame))) return undefined;
    const placed = matches.map((match) => ({ ...match, frame, library }));
    return { placed, isLoose, alike: alike.map((one) => ({ ...one, frame, library })) };
  } catch (error) {
    const isGone = isProtocolError(error, "context_gone") || (error instanceof Failure && error.code === "closed");
    if (!isGone || (page.session.gone && frame === page.main)) throw error;
    return undefined;
  }
}

/** Those that fit best; of them the nearest, and the one that `nth` names. */
export function choose(placed: readonly Placed[], { near, nth }: Addressing): Placed[] {
  const least = Math.min(...placed.map(({ fit }) => fit));
  let chosen = placed.filter(({ fit }) => fit === least);
  if (near !== undefined) {
    const far = Number.MAX_SAFE_INTEGER;
    const key = ({ levels = far, distance = far }: Match) => [levels, distance] as const;
    chosen.sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
    const [first] = chosen;
    if (nth === undefined && first)
      chosen = chosen.filter((one) => key(one)[0] === key(first)[0] && key(one)[1] === key(first)[1]);
  }
  return nth === undefined ? chosen : chosen.slice(nth - 1, nth);
}

/** The address as a line writes it. */
function wordsOf({ near, nth: _, ...address }: Addressing): string {
  const words = Object.entries(address).map(([key, value]) => `--${key} ${JSON.stringify(shorten(String(value), 80))}`);
  return [...words, ...(near === undefined ? [] : [`--near ${near}`])].join(" ");
}

function severalFailure(page: Page, chosen: readonly Placed[], { isLoose }: Seen, addressing: Addressing): Failure {
  const matches = chosen.slice(0, MOST_LISTED).map((one) => ({
    index: assign(page, one),
    element: describeFacts(one.facts),
    ...(one.around === "" ? {} : { in: shorten(one.around, AROUND_LENGTH) }),
  }));
  const lines = matches.map((one) => `[${one.index}]${one.element}${one.in ? ` in "${one.in}"` : ""}`);
  const more = chosen.length - matches.length;
  const what = isLoose ? "texts" : "elements";
  const failure = new Failure(
    "ambiguous",
    `${chosen.length} ${what} match ${wordsOf(addressing)}: ${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
    "Give the index of the one that is meant, or add --nth <1, 2, …>, --near <index> or --role <role>.",
  );
  failure.data = { matches, count: chosen.length };
  return failure;
}

function noneFailure(page: Page, { placed, alike }: Seen, addressing: Addressing): Failure {
  const { nth } = addressing;
  if (nth !== undefined && placed.length > 0) {
    const least = Math.min(...placed.map(({ fit }) => fit));
    const count = placed.filter(({ fit }) => fit === least).length;
    const many = count === 1 ? "1 element matches" : `${count} elements match`;
    return new Failure(
      "not_found",
      `${many} ${wordsOf(addressing)}: there is no number ${nth}`,
      "Give a smaller --nth.",
    );
  }
  const nearest = [...alike].sort((a, b) => b.likeness - a.likeness).slice(0, 3);
  const told = nearest.map((one) => `[${assign(page, one)}]${describeFacts(one.facts)}`);
  return new Failure(
    "not_found",
    `nothing on the page matches ${wordsOf(addressing)}${told.length > 0 ? `; most alike: ${told.join("; ")}` : ""}`,
    told.length > 0
      ? "Give the index of the one that is meant, or run `svc state` to see the page."
      : "Run `svc state` to see what is there.",
  );
}
