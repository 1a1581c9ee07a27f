/** What an action started: waited for, told, and nothing else waited for. */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import type { ElementHandle } from "../core/elements.ts";
import type { ElementFacts } from "../core/library.ts";
import type { Turned } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import type { Expected } from "../events/activity.ts";
import { type Arrival, arrival, documentFacts, halted, loaded } from "../navigation/navigate.ts";
import { type Change, changeOf } from "../snapshot/element-change.ts";

/** How long a navigation that a page asked for may take to begin. */
const REQUESTED_MS = 500;

/** Where an action led: the page it navigated to, when it did, and what it changed in the element it acted on. */
export interface Effect extends Change {
  navigated?: Arrival;
  /** The action closed its own tab. */
  tab_closed?: true;
  /** What the press that was aimed at the element would have landed on, where that was something else. */
  missed?: string;
  /** What showed itself as the pointer arrived, each as `<ul#menu> "New, Open"`. */
  opened?: string[];
  /** Keys and mouse buttons that stay held. */
  held?: string[];
  /** Keys and mouse buttons that were held, and are not any more: the page is another one. */
  let_go?: string[];
}

/**
 * Runs an action, then waits for what it started and for nothing else: a navigation is followed to its end, and where
 * none was started the page gets one turn of its event loop. A dialog ends the waiting: the action has opened it.
 */
export async function acting(
  page: Page,
  signal: AbortSignal,
  action: () => Promise<void>,
  subject?: Subject,
  expects: Expected = "change",
): Promise<Effect> {
  page.acts(expects, subject);
  const before = { loadId: page.load.loaderId, documentId: page.main.loaderId, url: page.url, moves: page.loads.moves };
  const heldBefore = page.inputState.held();
  const atMs = performance.now();
  try {
    const effect = await page.dialogs.race(() => followed(page, before, signal, action, subject));
    page.reportedUrl();
    if (subject?.downloads && !effect.navigated) page.requestedDownload = { frameId: subject.handle.frame.id, atMs };
    return withHeld(page, heldBefore, effect);
  } catch (error) {
    // Only a tab can go alone: with the browser goes the connection, and that is a failure.
    if (page.session.gone && error === page.session.gone && !page.session.connection.isOver)
      return { tab_closed: true };
    if (error instanceof Failure && error.code === "dialog") return shown(page, before);
    // A load that outlives its command would swallow the next one.
    if (signal.aborted) void page.session.sendMayFail("Page.stopLoading");
    throw error;
  } finally {
    page.acted();
  }
}

/** Adds what is held after the action, and what a load let go of. */
function withHeld({ inputState }: Page, before: string[], effect: Effect): Effect {
  const held = inputState.held();
  if (held.length > 0) return { ...effect, held };
  return before.length > 0 && effect.navigated ? { ...effect, let_go: before } : effect;
}

/** The element that is acted on, and what it was. */
export interface Subject {
  handle: ElementHandle;
  facts: ElementFacts;
  /** Its document knows that the action begins. */
  isStirred?: boolean;
  /** It is in a link whose address is downloaded: no navigation announces that. */
  downloads?: boolean;
}

/** Where the page was before the action. */
interface Before {
  /** The load under way, or the last one. */
  loadId: string;
  documentId: string;
  url: string;
  moves: number;
}

async function followed(
  page: Page,
  before: Before,
  signal: AbortSignal,
  action: () => Promise<void>,
  subject: Subject | undefined,
): Promise<Effect> {
  let change: Effect = {};
  try {
    await action();
    change = await turn(page, before.loadId, signal, subject);
  } catch (error) {
    // The page went away under the action: that is what the action did.
    const replaced = isProtocolError(error, "context_gone") || (error instanceof Failure && error.code === "closed");
    if (!replaced || page.session.gone || page.session.connection.isOver) throw error;
  }
  if (page.loads.navigating) {
    // Asked for, but not every address leads somewhere: mailto: hands over to another program.
    const soon = AbortSignal.any([signal, AbortSignal.timeout(REQUESTED_MS)]);
    await page.until(() => !page.loads.navigating, soon).catch(() => signal.throwIfAborted());
  }
  if (page.load.loaderId !== before.loadId) {
    await loaded(page, "load", signal);
    if (page.main.loaderId !== before.documentId) return { navigated: await arrival(page) };
  }
  // Another entry of the history in the same document, which no server answered.
  if (page.loads.moves === before.moves || page.url === before.url) return change;
  return { ...change, navigated: await documentFacts(page) };
}

/** What is known of where an action led, while a dialog keeps the page from saying more. */
function shown(page: Page, before: Before): Effect {
  return page.main.loaderId === before.documentId ? {} : { navigated: halted(page) };
}

/** One turn of the page's event loop; or less, when a navigation shows: Chrome then holds back the timers of the page. */
async function turn(page: Page, before: string, signal: AbortSignal, subject: Subject | undefined): Promise<Effect> {
  const done = new AbortController();
  const shows = page
    .until(() => page.loads.navigating || page.load.loaderId !== before, AbortSignal.any([signal, done.signal]))
    .catch(() => signal.throwIfAborted());
  try {
    const after = await Promise.race([turned(page, subject?.handle), shows]);
    if (!after || !subject) return {};
    const change = after.facts ? changeOf(subject.facts, after.facts) : {};
    return after.missed === undefined ? change : { ...change, missed: after.missed };
  } finally {
    done.abort();
  }
}

async function turned(page: Page, handle: ElementHandle | undefined): Promise<Turned> {
  if (!handle) return await page.main.call("turn", [null]);
  const own = handle.frame.call("turn", [handle.id], handle.library);
  if (handle.frame !== page.main) await Promise.all([own, page.main.call("turn", [null])]);
  return await own;
}

/** True when the element that was acted on can be asked what became of it: its page is still there, and not behind a dialog. */
export function canBeRead(page: Page, effect: Effect): boolean {
  return !effect.navigated && !effect.tab_closed && !page.dialog;
}

/** The lines that tell an effect in text. */
export function effectLines({ navigated, tab_closed, now, opened, held, let_go: gone }: Effect): string {
  if (tab_closed) return "\ntab_closed: true";
  const list = (key: string, items?: string[]) => (items ? `\n${key}: ${items.join(", ")}` : "");
  const changed = list("now", now) + list("opened", opened) + list("held", held) + list("let_go", gone);
  if (!navigated) return changed;
  return `${changed}\nnavigated: ${navigated.url}\ntitle: ${navigated.title}${navigated.status === undefined ? "" : `\nstatus: ${navigated.status}`}`;
}
