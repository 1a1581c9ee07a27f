/** What an action changed on the page, as its answer tells it: new and changed elements, short messages, or the next page. */
import type { StateElement } from "./compose.ts";
import type { Page } from "./page.ts";
import { ALL_NEW, BEHIND_DIALOG, type PageState, readState, WHOLE } from "./state.ts";

/** About what a caller reads without asking for it. */
const MAX_TOKENS = 300;

/** Messages of live regions that are told, and how long each may be. */
const MAX_MESSAGES = 3;

export interface ToldChanges {
  url: string;
  title: string;
  /** Absent where the tree holds what is different from the look before the action. */
  all_new?: "load" | "route" | "first";
  /** New texts of live regions that are not shown on the page. */
  messages?: string[];
  tree: string;
  /** The elements of the tree that came, changed or moved. */
  elements: StateElement[];
  /** Where nothing else changed: elements whose class did, which a choice is often shown by. */
  looks?: { index?: number; element: string; added: string[]; removed: string[] }[];
  /** Why the tree is empty. */
  nothing?: string;
  cut?: { elements: number; reason: string };
}

/** Looks at the page once where nobody has: otherwise what an action changes could not be told. */
export async function lookBefore(page: Page, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (page.dialog || page.crash || page.url === "about:blank") return;
  const isSeen = page.listed?.look !== undefined;
  const usual = { ...WHOLE, maxTokens: 4_000, timeoutMs };
  await Promise.all([
    page.messages ?? newMessages(page),
    isSeen || readState(page, { index: 0, count: 1 }, usual, signal),
  ]);
}

/** The texts of live regions that were not there before. */
async function newMessages(page: Page): Promise<string[]> {
  if (page.dialog) return [];
  const known = page.messages;
  const there = await page.dialogs.race(() => page.main.call("messages", []));
  page.messages = new Set(there);
  return known ? there.filter((one) => !known.has(one)) : [];
}

/** What is different now. Never fails: the action itself has succeeded. */
export async function changesSince(page: Page, timeoutMs: number, signal: AbortSignal): Promise<ToldChanges> {
  const { url, title } = page;
  try {
    const isFirst = page.listed?.look === undefined && !page.wasSeen;
    const options = { ...WHOLE, diff: "action" as const, maxTokens: MAX_TOKENS, timeoutMs };
    const state = await readState(page, { index: 0, count: 1 }, options, signal);
    const found = told(state, isFirst, await newMessages(page));
    return found.nothing === "nothing changed" ? { ...found, ...(await looksOf(page)) } : found;
  } catch (error) {
    const nothing = `the page could not be looked at: ${(error as Error).message}`;
    return { url, title, tree: "", elements: [], nothing };
  }
}

async function looksOf(page: Page): Promise<Pick<ToldChanges, "looks">> {
  const frames = page.dialog ? [] : [...page.frames.values()];
  const found = await Promise.all(
    frames.map(async (frame) => {
      const library = await frame.library();
      const changed = await frame.call("looks", [], library);
      return changed.map(({ id, ...one }) => ({ index: page.elements.indexOf(library, id), ...one }));
    }),
  );
  const looks = found.flat().map(({ index, ...one }) => ({ ...(index === undefined ? {} : { index }), ...one }));
  return looks.length > 0 ? { looks } : {};
}

function told(state: PageState, isFirst: boolean, messages: readonly string[]): ToldChanges {
  const { url, title, tree, elements, nothing, cut, all_new } = state;
  // A message that is shown is in the tree already.
  const unseen = messages.filter((one) => !tree.includes(one)).slice(0, MAX_MESSAGES);
  const all = isFirst && !state.dialog ? "first" : all_new;
  return {
    url,
    title,
    ...(all ? { all_new: all } : {}),
    ...(unseen.length > 0 ? { messages: unseen } : {}),
    tree,
    elements,
    ...(nothing === undefined ? {} : { nothing }),
    ...(cut === undefined ? {} : { cut }),
  };
}

/** The lines behind an action's own. Pure. */
export function changesText({ all_new, messages = [], looks, tree, nothing, cut }: ToldChanges): string {
  const head = all_new === undefined || all_new === "first" ? "" : ` ${ALL_NEW[all_new]}`;
  const lines = messages.map((message) => `message: ${message}`);
  if (tree !== "") lines.push(`changes:${head}`, tree);
  // What to do about a dialog is told by the line of the dialog.
  else if (nothing === BEHIND_DIALOG) lines.push("changes: not seen behind the dialog");
  else if (nothing !== "nothing changed") lines.push(`changes: ${nothing}`);
  else if (looks) lines.push("changes: in looks alone", ...looks.map(lookLine));
  else if (messages.length === 0) lines.push("changes: none that state tells");
  if (cut) lines.push(`… that is not all: ${cut.reason}. The rest is in state${all_new ? "" : " --diff"}.`);
  return lines.join("\n");
}

function lookLine({ index, element, added, removed }: NonNullable<ToldChanges["looks"]>[number]): string {
  const words = [...added.map((word) => `+${word}`), ...removed.map((word) => `-${word}`)];
  return `~ ${index === undefined ? "" : `[${index}]`}${element} class ${words.join(" ")}`;
}
