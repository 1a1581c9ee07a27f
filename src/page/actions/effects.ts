/** Runs an action, waits for its effects, and reports them. */
import { isProtocolError } from "../../cdp/errors.ts";
import { Failure } from "../../errors.ts";
import type { ElementHandle } from "../core/elements.ts";
import type { ElementFacts } from "../core/library.ts";
import type { Turned } from "../core/library-pointer.ts";
import type { Page } from "../core/page.ts";
import type { Expected } from "../events/activity.ts";
import { type Arrival, arrival, documentFacts, halted, loaded } from "../navigation/navigate.ts";
import { type Change, changeOf } from "../snapshot/element-change.ts";

/** How long a requested navigation may take to begin. */
const REQUESTED_MS = 500;

/** The effect of an action: the page it navigated to, and the changes of the element it acted on. */
export interface Effect extends Change {
  navigated?: Arrival;
  /** The action closed its own tab. */
  tab_closed?: true;
  /** The other element that the press would have hit. */
  missed?: string;
  /** Elements that appeared when the pointer arrived, each as `<ul#menu> "New, Open"`. */
  opened?: string[];
  /** Keys and mouse buttons that stay held. */
  held?: string[];
  /** Keys and mouse buttons that a navigation released. */
  let_go?: string[];
}

/**
 * Runs an action, then waits for a navigation that it started, or for one turn of the page's event loop. A dialog that the
 * action opens ends the wait. `expects` is the likely effect on the page. Errors: those of the action; the signal's reason.
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
    const effect = await page.dialogs.race(() => runAction(page, before, signal, action, subject));
    page.reportedUrl();
    if (subject?.downloads && !effect.navigated) page.requestedDownload = { frameId: subject.handle.frame.id, atMs };
    return withHeldInput(page, heldBefore, effect);
  } catch (error) {
    // The action closed the tab. If the browser is gone too, that is a failure.
    if (page.session.gone && error === page.session.gone && !page.session.connection.isOver)
      return { tab_closed: true };
    if (error instanceof Failure && error.code === "dialog") return effectBehindDialog(page, before);
    // A load that continues after its command would disturb the next one.
    if (signal.aborted) void page.session.sendMayFail("Page.stopLoading");
    throw error;
  } finally {
    page.acted();
  }
}

/** Adds the keys and buttons that are held after the action, or that a navigation released. */
function withHeldInput({ inputState }: Page, before: string[], effect: Effect): Effect {
  const held = inputState.held();
  if (held.length > 0) return { ...effect, held };
  return before.length > 0 && effect.navigated ? { ...effect, let_go: before } : effect;
}

/** The element of an action, with its facts before the action. */
export interface Subject {
  handle: ElementHandle;
  facts: ElementFacts;
  /** The begin of the action is marked in its document already. */
  hasBegun?: boolean;
  /** It is in a link that starts a download: no navigation event announces that. */
  downloads?: boolean;
}

/** State of the page before the action. */
interface Before {
  /** The current or last load. */
  loadId: string;
  documentId: string;
  url: string;
  moves: number;
}

async function runAction(
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
    // The action replaced the document while it ran.
    const replaced = isProtocolError(error, "context_gone") || (error instanceof Failure && error.code === "closed");
    if (!replaced || page.session.gone || page.session.connection.isOver) throw error;
  }
  if (page.loads.navigating) {
    // Not every requested navigation begins: mailto: opens another program.
    const soon = AbortSignal.any([signal, AbortSignal.timeout(REQUESTED_MS)]);
    await page.until(() => !page.loads.navigating, soon).catch(() => signal.throwIfAborted());
  }
  if (page.load.loaderId !== before.loadId) {
    await loaded(page, "load", signal);
    if (page.main.loaderId !== before.documentId) return { navigated: await arrival(page) };
  }
  // Another history entry of the same document; there was no request.
  if (page.loads.moves === before.moves || page.url === before.url) return change;
  return { ...change, navigated: await documentFacts(page) };
}

/** The known effect while a dialog blocks the page. */
function effectBehindDialog(page: Page, before: Before): Effect {
  return page.main.loaderId === before.documentId ? {} : { navigated: halted(page) };
}

/** Waits for one turn of the page's event loop, or less if a navigation begins, since Chrome then delays the page's timers. */
async function turn(page: Page, before: string, signal: AbortSignal, subject: Subject | undefined): Promise<Effect> {
  const done = new AbortController();
  const navigates = page
    .until(() => page.loads.navigating || page.load.loaderId !== before, AbortSignal.any([signal, done.signal]))
    .catch(() => signal.throwIfAborted());
  try {
    const after = await Promise.race([turned(page, subject?.handle), navigates]);
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

/** True if the element of the action can be read: its page was not replaced, and no dialog is open. */
export function canBeRead(page: Page, effect: Effect): boolean {
  return !effect.navigated && !effect.tab_closed && !page.dialog;
}

/** The effect as text, each line with a line break before it. */
export function effectLines({ navigated, tab_closed, now, opened, held, let_go: released }: Effect): string {
  if (tab_closed) return "\ntab_closed: true";
  const list = (key: string, items?: string[]) => (items ? `\n${key}: ${items.join(", ")}` : "");
  const changed = list("now", now) + list("opened", opened) + list("held", held) + list("let_go", released);
  if (!navigated) return changed;
  return `${changed}\nnavigated: ${navigated.url}\ntitle: ${navigated.title}${navigated.status === undefined ? "" : `\nstatus: ${navigated.status}`}`;
}
