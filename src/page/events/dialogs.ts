/**
 * The dialogs of one tab (alert, confirm, prompt, beforeunload), in any of its frames: the open one, and the automatic
 * answers to those that have only one answer or that a policy covers.
 */
import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Page_DialogType } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { CommandEvent } from "../../outcome.ts";

/** A confirm or prompt stays open for `dialog accept|dismiss`, or is answered at once. */
export type DialogPolicy = "ask" | "accept" | "dismiss";

export interface Dialog {
  type: Page_DialogType;
  message: string;
  /** The default text of a prompt. */
  defaultPrompt?: string;
  /** Address of the document that opened it. */
  url: string;
}

export interface DialogHost {
  emit(event: CommandEvent): void;
  dialogPolicy(): DialogPolicy;
  /** True while another document loads. Chrome hangs if a dialog is open when that document is committed. */
  isLoading(): boolean;
  /** True if the frame's document at that address is the one that is left, not the next one. */
  isLeft(frameId: string, url: string): boolean;
}

export class Dialogs {
  /** The dialog that waits for an answer: scripts of the page are paused. */
  open: Dialog | undefined;
  /** The last dialog that was answered automatically since the last action. */
  answered: (Dialog & { accepted: boolean }) | undefined;
  /** Set if the page will never respond again because of a dialog. */
  stuck: Failure | undefined;
  readonly #session: Session;
  readonly #host: DialogHost;
  #isLeaving = false;
  /** A dialog of the next page, whose document is not reported yet. */
  #ahead: Dialog | undefined;
  readonly #watchers = new Set<(reason: Failure) => void>();

  constructor(session: Session, host: DialogHost) {
    this.#session = session;
    this.#host = host;
    // The tab's own session also reports dialogs of frames in other processes.
    session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt, url, frameId }) => {
      const typed = type === "prompt" ? { defaultPrompt: defaultPrompt ?? "" } : {};
      this.#opened({ type, message, url, ...typed }, frameId);
    });
    session.on("Page.javascriptDialogClosed", () => this.closed());
  }

  #opened(dialog: Dialog, frameId: string): void {
    const policy = this.#host.dialogPolicy();
    const isLeaving = this.#isLeaving || this.#host.isLoading();
    if (!isLeaving || answerOf(dialog, policy) !== undefined) this.#decide(dialog, policy);
    else if (this.#host.isLeft(frameId, dialog.url)) {
      this.#suppressDialogs();
      this.#decide(dialog, "dismiss", LEFT);
    } else this.#openedAhead(dialog);
  }

  /** Suppresses further dialogs of a page that is left. Runs as soon as its script continues. */
  #suppressDialogs(): void {
    void this.#session.sendMayFail("Runtime.evaluate", { expression: SUPPRESS_DIALOGS });
  }

  /** Stores a dialog of the next page, whose document may be reported later than the dialog. */
  #openedAhead(dialog: Dialog): void {
    this.#ahead = dialog;
    setTimeout(() => this.#ahead === dialog && this.stay(), COMMIT_MS);
  }

  #decide(dialog: Dialog, policy: DialogPolicy, why = ""): void {
    const accept = answerOf(dialog, policy);
    if (accept === undefined) {
      this.open = dialog;
      const reason = dialogFailure(dialog);
      this.#host.emit({ kind: "dialog", text: `${reason.message}; ${howToAnswer(dialog)}`, ...dialog, open: true });
      for (const watch of [...this.#watchers]) watch(reason);
      return;
    }
    void this.#handle(accepting(dialog, accept));
    this.answered = { ...dialog, accepted: accept };
    this.#emitAnswered(dialog, accept, why);
  }

  async #handle(answer: { accept: boolean; promptText?: string }): Promise<void> {
    try {
      await this.#session.send("Page.handleJavaScriptDialog", answer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!isProtocolError(error, "closed") || this.#session.gone) return;
      this.stuck = stuckFailure();
      for (const watch of [...this.#watchers]) watch(this.stuck);
      // A page that answers this is not stuck. It may also answer later.
      if (await this.#session.sendMayFail("Runtime.evaluate", { expression: "1" })) this.stuck = undefined;
    }
  }

  /** Called when the dialog is answered, by svc or a person, or gone with its document. */
  closed(): void {
    this.open = undefined;
    this.#ahead = undefined;
  }

  /** Calls `watch` with the reason when a dialog stays open or cannot be answered. Returns a function that ends this. */
  watch(watch: (reason: Failure) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  /** Runs work that waits for the page. Rejects with `dialog` when a dialog stays open; the work itself continues. */
  async race<T>(work: () => Promise<T>): Promise<T> {
    const { promise: opened, reject } = Promise.withResolvers<never>();
    const unwatch = this.watch(reject);
    try {
      const working = work();
      working.catch(() => {});
      return await Promise.race([working, opened]);
    } finally {
      unwatch();
    }
  }

  /** Answers the open dialog. Errors: `not_found` if none is open. */
  async answer(accept: boolean, text?: string): Promise<Dialog> {
    const { open } = this;
    if (!open) throw noDialog();
    await this.#session.send("Page.handleJavaScriptDialog", accepting(open, accept, text)).catch((error) => {
      // A person has answered it, or the page is gone.
      throw isProtocolError(error, "other") ? noDialog() : error;
    });
    if (this.open === open) this.open = undefined;
    return open;
  }

  /** Called before the page is left: from now until the next document, dialogs would delay the navigation. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.dismiss();
  }

  /** Dismisses the open dialog because the page is left. */
  async dismiss(): Promise<void> {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    this.#emitAnswered(open, false, LEFT);
    this.#suppressDialogs();
    await this.#handle({ accept: false });
  }

  /** Called when the page is no longer left, or the next one is there. */
  stay(): void {
    this.#isLeaving = false;
    const dialog = this.#ahead;
    this.#ahead = undefined;
    if (dialog) this.#decide(dialog, this.#host.dialogPolicy());
  }

  /** Called when another document is committed: an open dialog belonged to the last one, except a stored one of the next page. */
  arrived(): void {
    this.open = undefined;
    this.stuck = undefined;
    this.stay();
  }

  #emitAnswered({ type, message }: Dialog, accepted: boolean, why: string): void {
    const how = accepted ? "accepted" : "dismissed";
    const text = `${type} ${how}${why}: ${shorten(message, MAX_TEXT)}`;
    this.#host.emit({ kind: "dialog", text, type, message, accepted });
  }
}

/** The next document was committed while a dialog was open: Chrome accepts no answer and never shows that document. */
function stuckFailure(): Failure {
  return new Failure(
    "crashed",
    "the page hangs: another page loaded while a dialog was open, and the browser accepts no answer to it now",
    "Run `svc tab close`, then `svc tab new <url>`.",
  );
}

export function noDialog(): Failure {
  return new Failure("not_found", "no dialog is open", "Run `svc state` to see the page.");
}

/** For pages that are left. If the page stays after all, its dialogs work again after 3 s. */
const SUPPRESS_DIALOGS = `{
  const { confirm, prompt } = window;
  Object.assign(window, { confirm: () => false, prompt: () => null });
  setTimeout(() => Object.assign(window, { confirm, prompt }), 3000);
}`;

const LEFT = " because the page is left";

/** How much later than a dialog its document may be reported. */
const COMMIT_MS = 250;

/** Limit of a dialog's text in characters; `--json` has all of it. */
const MAX_TEXT = 200;

/** The automatic answer, or undefined if the user must answer. */
function answerOf({ type }: Dialog, policy: DialogPolicy): boolean | undefined {
  // An alert has one answer. A command that navigates or closes a tab is meant to leave the page.
  if (type === "alert" || type === "beforeunload") return true;
  return policy === "ask" ? undefined : policy === "accept";
}

/** The parameters of an answer. A prompt without a text is accepted with its default text. */
function accepting({ type, defaultPrompt }: Dialog, accept: boolean, text?: string) {
  if (type !== "prompt" || !accept) return { accept };
  return { accept, promptText: text ?? defaultPrompt ?? "" };
}

function howToAnswer({ type }: Dialog): string {
  return `run \`svc dialog accept${type === "prompt" ? " [text]" : ""}\` or \`svc dialog dismiss\``;
}

/** The failure of calls to the page while that dialog is open. */
export function dialogFailure(dialog: Dialog): Failure {
  const how = howToAnswer(dialog);
  return new Failure(
    "dialog",
    `${dialog.type} ${JSON.stringify(shorten(dialog.message, MAX_TEXT))} is open`,
    `R${how.slice(1)}.`,
  );
}
