/** Finds the element of a locator (`--text Save`, `--role button`) in all frames at once and assigns its index. */

import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import { sleep, withTimeout } from "../../lib/deadline.ts";
import { shorten } from "../../lib/shorten.ts";
import { describeFacts, type ElementHandle, goneFailure } from "../core/elements.ts";
import type { Frame, Library } from "../core/frame.ts";
import type { Address, ElementFacts, Match } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { silence } from "../core/silence.ts";
import { isFrameShown } from "./read-element.ts";
import { surveyed } from "./survey.ts";

/** A locator, with members that choose among several matches. */
export interface Addressing extends Address {
  /** Index of the element near which to search. */
  near?: number;
  /** Number of the match, counted from 1. */
  nth?: number;
}

/** The found element, for the answer. */
export interface FoundElement {
  index: number;
  /** Such as `<button> "Save"`. */
  element: string;
}

/** Pause before a second search if the first one found several matches or only part of a name: a page may still be drawing. */
const SECOND_SEARCH_MS = 120;

/** Longest pause between searches without a match. After a change of the page the pause is BURST_MS. */
const POLL_MS = 200;
const BURST_MS = 30;

/** Limit of elements in a message. */
const MAX_LISTED = 10;

/** Limit of the text around an element in a list, in characters. */
const AROUND_LENGTH = 60;

/** A match with its frame. */
interface FrameMatch extends Match {
  frame: Frame;
  library: Library;
}

/** Result of one search. */
interface SearchResult {
  matches: FrameMatch[];
  isLoose: boolean;
  alike: { frame: Frame; library: Library; id: number; facts: ElementFacts; likeness: number }[];
}

/** Waits up to `waitMs` for a match. Errors: `not_found`; `ambiguous` if there are several. */
export async function resolveAddress(
  page: Page,
  addressing: Addressing,
  waitMs: number,
  signal: AbortSignal,
): Promise<FoundElement> {
  const endMs = performance.now() + waitMs;
  let isSecond = false;
  for (;;) {
    const result = await search(page, addressing, endMs, signal);
    const chosen = choose(result.matches, addressing);
    const isSure = chosen.length === 1 && chosen[0]?.fit === 0 && !result.isLoose;
    if (isSure || (isSecond && chosen.length > 0)) return onlyMatch(page, chosen, result, addressing);
    isSecond = chosen.length > 0;
    const leftMs = endMs - performance.now();
    if (isSecond) await sleep(SECOND_SEARCH_MS, signal);
    else if (leftMs > 0) await changed(page, Math.min(POLL_MS, leftMs), signal);
    else throw noMatchFailure(page, result, addressing);
  }
}

function onlyMatch(
  page: Page,
  chosen: readonly FrameMatch[],
  result: SearchResult,
  addressing: Addressing,
): FoundElement {
  const [match, other] = chosen;
  if (match && !other) return { index: assign(page, match), element: describeFacts(match.facts) };
  throw ambiguousFailure(page, chosen, result, addressing);
}

function assign(page: Page, { frame, library, id, facts }: Omit<FrameMatch, "fit" | "around">): number {
  return page.elements.assign(frame, library, id, facts);
}

/** Resolves after a mutation of the main document, or after `mostMs`, since frames and styles change without one. */
async function changed(page: Page, mostMs: number, signal: AbortSignal): Promise<void> {
  const change = page.main.call("change", [mostMs, BURST_MS]).catch(() => Bun.sleep(BURST_MS));
  await withTimeout(change, mostMs);
  signal.throwIfAborted();
}

/** Searches all frames once. */
export async function search(
  page: Page,
  addressing: Addressing,
  endMs: number,
  signal: AbortSignal,
): Promise<SearchResult> {
  const { near, nth: _, ...address } = addressing;
  const beside = near === undefined ? undefined : page.elements.get(near);
  const frames = [...page.frames.values()];
  const results = await Promise.all(
    frames.map((frame) => {
      const result = searchFrame(page, frame, address, beside);
      // Does not wait for a frame in a process that hangs.
      return frame === page.main ? result : Promise.race([result, silence(frame.session, { silentMs: 1_000, endMs })]);
    }),
  );
  signal.throwIfAborted();
  const answers = results.flatMap((result) => (result === undefined || result === "silent" ? [] : [result]));
  const interactive = answers.filter((answer) => !answer.isLoose);
  const isLoose = !interactive.some(({ matches }) => matches.length > 0);
  return {
    matches: (isLoose ? answers : interactive).flatMap(({ matches }) => matches),
    isLoose,
    alike: answers.flatMap(({ alike }) => alike),
  };
}

/** Searches one frame. Undefined if its document is gone or the frame is not visible. */
async function searchFrame(
  page: Page,
  frame: Frame,
  address: Address,
  beside: ElementHandle | undefined,
): Promise<SearchResult | undefined> {
  try {
    const library = await frame.library();
    const isBeside = beside !== undefined && beside.library === library;
    const request = { address, ...(isBeside ? { near: beside.id } : {}) };
    const { matches, isLoose, alike, isNearGone } = await surveyed(frame, library, (listening) =>
      frame.call("matches", [{ ...request, listening }], library),
    );
    if (beside && isNearGone) throw goneFailure(beside);
    if (matches.length > 0 && frame.parentId !== undefined && !(await isFrameShown(page, frame))) return undefined;
    const inFrame = { frame, library };
    return {
      matches: matches.map((match) => ({ ...match, ...inFrame })),
      isLoose,
      alike: alike.map((element) => ({ ...element, ...inFrame })),
    };
  } catch (error) {
    const isGone = isProtocolError(error, "context_gone") || (error instanceof Failure && error.code === "closed");
    if (!isGone || (page.session.gone && frame === page.main)) throw error;
    return undefined;
  }
}

/** The best matches; with `near` the nearest of them, with `nth` only that one. */
export function choose(matches: readonly FrameMatch[], { near, nth }: Addressing): FrameMatch[] {
  const best = Math.min(...matches.map(({ fit }) => fit));
  let chosen = matches.filter(({ fit }) => fit === best);
  if (near !== undefined) {
    const far = Number.MAX_SAFE_INTEGER;
    const key = ({ levels = far, distance = far }: Match) => [levels, distance] as const;
    chosen.sort((a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1]);
    const [first] = chosen;
    if (nth === undefined && first)
      chosen = chosen.filter((match) => key(match)[0] === key(first)[0] && key(match)[1] === key(first)[1]);
  }
  return nth === undefined ? chosen : chosen.slice(nth - 1, nth);
}

/** The locator as options of a command line. */
function optionsOf({ near, nth: _, ...address }: Addressing): string {
  const words = Object.entries(address).map(([key, value]) => `--${key} ${JSON.stringify(shorten(String(value), 80))}`);
  return [...words, ...(near === undefined ? [] : [`--near ${near}`])].join(" ");
}

function ambiguousFailure(
  page: Page,
  chosen: readonly FrameMatch[],
  { isLoose }: SearchResult,
  addressing: Addressing,
): Failure {
  const matches = chosen.slice(0, MAX_LISTED).map((match) => ({
    index: assign(page, match),
    element: describeFacts(match.facts),
    ...(match.around === "" ? {} : { in: shorten(match.around, AROUND_LENGTH) }),
  }));
  const lines = matches.map((match) => `[${match.index}]${match.element}${match.in ? ` in "${match.in}"` : ""}`);
  const more = chosen.length - matches.length;
  const what = isLoose ? "texts" : "elements";
  const failure = new Failure(
    "ambiguous",
    `${chosen.length} ${what} match ${optionsOf(addressing)}: ${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
    "Give the index of one of them, or add --nth <1, 2, …>, --near <index> or --role <role>.",
  );
  failure.data = { matches, count: chosen.length };
  return failure;
}

function noMatchFailure(page: Page, { matches, alike }: SearchResult, addressing: Addressing): Failure {
  const { nth } = addressing;
  if (nth !== undefined && matches.length > 0) {
    const best = Math.min(...matches.map(({ fit }) => fit));
    const count = matches.filter(({ fit }) => fit === best).length;
    const many = count === 1 ? "only 1 element matches" : `only ${count} elements match`;
    const hint = count === 1 ? "Run the command again without --nth." : `Give --nth from 1 to ${count}.`;
    return new Failure("not_found", `${many} ${optionsOf(addressing)}`, hint);
  }
  const nearest = [...alike].sort((a, b) => b.likeness - a.likeness).slice(0, 3);
  const similar = nearest.map((element) => `[${assign(page, element)}]${describeFacts(element.facts)}`);
  return new Failure(
    "not_found",
    `no element matches ${optionsOf(addressing)}${similar.length > 0 ? `; most similar: ${similar.join("; ")}` : ""}`,
    similar.length > 0
      ? "Give the index of one of them, or run `svc state` to see the page."
      : "Run `svc state` to see the page.",
  );
}
