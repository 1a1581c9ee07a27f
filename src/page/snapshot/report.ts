/** Reports what an action changed on the page: new and changed elements, messages of live regions, or the next page. */

import type { Page } from "../core/page.ts";
import type { PageState, StateElement } from "./model.ts";
import { ALL_NEW, BEHIND_DIALOG, NOTHING_CHANGED, readState, WHOLE } from "./state.ts";

/** Limit of messages of live regions. */
const MAX_MESSAGES = 3;

/** Limit of elements that are reported only because of their class. */
const MAX_CHOICES = 4;

/** The report does not contain the tab. */
const TAB = { index: 0, count: 1 };

export interface ReportedChanges {
  url: string;
  title: string;
  /** Absent if the tree contains the changes since the snapshot before the action. */
  all_new?: "load" | "route" | "first";
  /** New texts of live regions that are not visible. */
  messages?: string[];
  tree: string;
  /** The elements of the tree that were added, changed or moved. */
  elements: StateElement[];
  /** Why the tree is empty. */
  nothing?: string;
  cut?: { elements: number; reason: string };
}

/** Takes a snapshot if there is none, so that the changes of the action can be found. */
export async function snapshotBefore(page: Page, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (page.dialog || page.crash || page.url === "about:blank") return;
  const isSeen = page.listed?.snapshot !== undefined;
  const usual = { ...WHOLE, maxTokens: 4_000, timeoutMs };
  await Promise.all([page.messages ?? newMessages(page), isSeen || readState(page, TAB, usual, signal)]);
}

/** The new texts of live regions. */
async function newMessages(page: Page): Promise<string[]> {
  if (page.dialog) return [];
  const known = page.messages;
  const current = await page.dialogs.race(() => page.main.call("messages", []));
  page.messages = new Set(current);
  return known ? current.filter((message) => !known.has(message)) : [];
}

/** The changes since the action, in about `maxTokens` tokens. Never fails, because the action itself has succeeded. */
export async function changesSince(
  page: Page,
  { timeoutMs, maxTokens, signal }: { timeoutMs: number; maxTokens: number; signal: AbortSignal },
): Promise<ReportedChanges> {
  const { url, title } = page;
  try {
    const isFirst = page.listed?.snapshot === undefined && !page.wasSeen;
    const options = { ...WHOLE, diff: "action" as const, maxTokens, timeoutMs };
    let state = await readState(page, TAB, options, signal);
    const touched = state.nothing === NOTHING_CHANGED ? await choicesOf(page) : [];
    // `learnChoices` has found the words that mark a choice: the second snapshot contains them.
    if (touched.length > 0) state = await readState(page, TAB, { ...options, touched: new Set(touched) }, signal);
    return changesOf(state, isFirst, await newMessages(page));
  } catch (error) {
    const nothing = `the page could not be read: ${(error as Error).message}`;
    return { url, title, tree: "", elements: [], nothing };
  }
}

/** The elements whose class alone marks what the action chose. */
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

function changesOf(state: PageState, isFirst: boolean, messages: readonly string[]): ReportedChanges {
  const { url, title, tree, elements, nothing, cut, all_new } = state;
  // A visible message is in the tree already.
  const unseen = messages.filter((message) => !tree.includes(message)).slice(0, MAX_MESSAGES);
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

/** The changes as text, for the end of an action's output. */
export function changesText({ all_new, messages = [], tree, nothing, cut }: ReportedChanges): string {
  const head = all_new === undefined || all_new === "first" ? "" : ` ${ALL_NEW[all_new]}`;
  const lines = messages.map((message) => `message: ${message}`);
  if (tree !== "") lines.push(`changes:${head}`, tree);
  // The event of the dialog has the hint.
  else if (nothing === BEHIND_DIALOG) lines.push("changes: unknown while the dialog is open");
  else if (nothing !== NOTHING_CHANGED) lines.push(`changes: ${nothing}`);
  else if (messages.length === 0) lines.push("changes: none that `svc state` shows");
  if (cut) lines.push(`… not complete: ${cut.reason}. Run \`svc state${all_new ? "" : " --diff"}\` to see the rest.`);
  return lines.join("\n");
}
