/** What an action changed on the page, as its answer tells it: new and changed elements, short messages, or the next page. */

import type { Page } from "../core/page.ts";
import type { StateElement } from "./model.ts";
import { ALL_NEW, BEHIND_DIALOG, NOTHING_CHANGED, type PageState, readState, WHOLE } from "./state.ts";

/** Messages of live regions that are told. */
const MAX_MESSAGES = 3;

/** Elements that are told because of their class alone. */
const MAX_CHOICES = 4;

/** Changes are told without saying in which tab. */
const TAB = { index: 0, count: 1 };

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
  /** Why the tree is empty. */
  nothing?: string;
  cut?: { elements: number; reason: string };
}

/** Looks at the page once where nobody has: otherwise what an action changes could not be told. */
export async function lookBefore(page: Page, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (page.dialog || page.crash || page.url === "about:blank") return;
  const isSeen = page.listed?.look !== undefined;
  const usual = { ...WHOLE, maxTokens: 4_000, timeoutMs };
  await Promise.all([page.messages ?? newMessages(page), isSeen || readState(page, TAB, usual, signal)]);
}

/** The texts of live regions that were not there before. */
async function newMessages(page: Page): Promise<string[]> {
  if (page.dialog) return [];
  const known = page.messages;
  const there = await page.dialogs.race(() => page.main.call("messages", []));
  page.messages = new Set(there);
  return known ? there.filter((one) => !known.has(one)) : [];
}

/** What is different now, in about so many tokens. Never fails: the action itself has succeeded. */
export async function changesSince(
  page: Page,
  { timeoutMs, maxTokens, signal }: { timeoutMs: number; maxTokens: number; signal: AbortSignal },
): Promise<ToldChanges> {
  const { url, title } = page;
  try {
    const isFirst = page.listed?.look === undefined && !page.wasSeen;
    const options = { ...WHOLE, diff: "action" as const, maxTokens, timeoutMs };
    let state = await readState(page, TAB, options, signal);
    const touched = state.nothing === NOTHING_CHANGED ? await choicesOf(page) : [];
    // The words that show the choice are known now, and printed.
    if (touched.length > 0) state = await readState(page, TAB, { ...options, touched: new Set(touched) }, signal);
    return told(state, isFirst, await newMessages(page));
  } catch (error) {
    const nothing = `the page could not be looked at: ${(error as Error).message}`;
    return { url, title, tree: "", elements: [], nothing };
  }
}

/** The elements whose class alone shows what the action chose. */
async function choicesOf(page: Page): Promise<number[]> {
  const frames = page.dialog ? [] : [...page.frames.values()];
  const found = await Promise.all(
    frames.map(async (frame) => {
      const library = await frame.library();
      const changed = await frame.call("learnChoices", [], library);
      return changed.flatMap((id) => page.elements.indexOf(library, id) ?? []);
    }),
  );
  return found.flat().slice(0, MAX_CHOICES);
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
export function changesText({ all_new, messages = [], tree, nothing, cut }: ToldChanges): string {
  const head = all_new === undefined || all_new === "first" ? "" : ` ${ALL_NEW[all_new]}`;
  const lines = messages.map((message) => `message: ${message}`);
  if (tree !== "") lines.push(`changes:${head}`, tree);
  // What to do about a dialog is told by the line of the dialog.
  else if (nothing === BEHIND_DIALOG) lines.push("changes: not seen behind the dialog");
  else if (nothing !== NOTHING_CHANGED) lines.push(`changes: ${nothing}`);
  else if (messages.length === 0) lines.push("changes: none that state tells");
  if (cut) lines.push(`… that is not all: ${cut.reason}. The rest is in \`svc state${all_new ? "" : " --diff"}\`.`);
  return lines.join("\n");
}
