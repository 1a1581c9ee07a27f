/**
 * The dialogs of one tab (alert, confirm, prompt, beforeunload), in any of its frames: which one is open, and those that
 * are answered here because they have one answer, or because the user said how. Knows no command.
 */
import type { Session } from "../../cdp/connection.ts";
import { isProtocolError } from "../../cdp/errors.ts";
import type { Page_DialogType } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import type { CommandEvent } from "../../outcome.ts";

/** What becomes of a confirm or prompt: left open for `dialog accept|dismiss`, or answered at once. */
export type DialogPolicy = "ask" | "accept" | "dismiss";

export interface Dialog {
  type: Page_DialogType;
  message: string;
  /** What a prompt holds before anyone types. */
  defaultPrompt?: string;
  /** Address of the document that opened it. */
  url: string;
}

export interface DialogHost {
  tell(happening: CommandEvent): void;
  dialogPolicy(): DialogPolicy;
  /** True while another document is on its way. Chrome never gets over a dialog that is open when it arrives. */
  isLoading(): boolean;
  /** True when the frame's document at that address is the one that is being left, and not the next one. */
  isLeft(frameId: string, url: string): boolean;
}

export class Dialogs {
  /** The dialog that waits for an answer: scripts of the page stand still behind it. */
  open: Dialog | undefined;
  /** The last one that was answered here, since the last action. */
  answered: (Dialog & { accepted: boolean }) | undefined;
  /** Why the page will not answer any more, whatever it is asked. */
  stuck: Failure | undefined;
  readonly #session: Session;
  readonly #host: DialogHost;
  #isLeaving = false;
  /** Opened by the next page, of which we have not heard yet. */
  #ahead: Dialog | undefined;
  readonly #watchers = new Set<(reason: Failure) => void>();

  constructor(session: Session, host: DialogHost) {
    this.#session = session;
    this.#host = host;
    // Dialogs of frames in other processes are told by the tab's own session as well.
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
      this.#askNoMore();
      this.#decide(dialog, "dismiss", LEFT);
    } else this.#openedAhead(dialog);
  }

  /** A page that asked once may ask again before it is gone. This runs as soon as its script goes on. */
  #askNoMore(): void {
    void this.#session.sendMayFail("Runtime.evaluate", { expression: ASK_NO_MORE });
  }

  /** The next page's, whose document is told by another way, and may be told later. */
  #openedAhead(dialog: Dialog): void {
    this.#ahead = dialog;
    setTimeout(() => this.#ahead === dialog && this.stay(), COMMIT_MS);
  }

  #decide(dialog: Dialog, policy: DialogPolicy, why = ""): void {
    const accept = answerOf(dialog, policy);
    if (accept === undefined) {
      this.open = dialog;
      const reason = dialogFailure(dialog);
      this.#host.tell({ kind: "dialog", text: `${reason.message}; ${howToAnswer(dialog)}`, ...dialog, open: true });
      for (const watch of [...this.#watchers]) watch(reason);
      return;
    }
    void this.#handle(accepting(dialog, accept));
    this.answered = { ...dialog, accepted: accept };
    this.#tellAnswered(dialog, accept, why);
  }

  async #handle(answer: { accept: boolean; promptText?: string }): Promise<void> {
    try {
      await this.#session.send("Page.handleJavaScriptDialog", answer);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!isProtocolError(error, "closed") || this.#session.gone) return;
      this.stuck = stuckFailure();
      for (const watch of [...this.#watchers]) watch(this.stuck);
      // One that answers all the same is none; it also tells when the page gets over it.
      if (await this.#session.sendMayFail("Runtime.evaluate", { expression: "1" })) this.stuck = undefined;
    }
  }

  /** Answered, by us or by a person, or gone with its document. */
  closed(): void {
    this.open = undefined;
    this.#ahead = undefined;
  }

  /** Calls `watch` with the reason when a dialog opens that stays open, or cannot be answered; returns what ends that. */
  watch(watch: (reason: Failure) => void): () => void {
    this.#watchers.add(watch);
    return () => this.#watchers.delete(watch);
  }

  /** Runs what would wait for the page; fails when a dialog opens that stays open. What waits behind it is left to itself. */
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

  /** Answers the open dialog. */
  async answer(accept: boolean, text?: string): Promise<Dialog> {
    const { open } = this;
    if (!open) throw noDialog();
    await this.#session.send("Page.handleJavaScriptDialog", accepting(open, accept, text)).catch((error) => {
      // A person was faster, or the page went away under it.
      throw isProtocolError(error, "other") ? noDialog() : error;
    });
    if (this.open === open) this.open = undefined;
    return open;
  }

  /** The page is about to be left: what it asks from here to the next document would hold that up. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.dismiss();
  }

  /** Dismisses what is open, since the page is left. */
  async dismiss(): Promise<void> {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    this.#tellAnswered(open, false, LEFT);
    this.#askNoMore();
    await this.#handle({ accept: false });
  }

  /** The page is not left any more. */
  stay(): void {
    this.#isLeaving = false;
    const dialog = this.#ahead;
    this.#ahead = undefined;
    if (dialog) this.#decide(dialog, this.#host.dialogPolicy());
  }

  /** Another document is there: what is open was the last one's, unless it opened while that was left. */
  arrived(): void {
    this.open = undefined;
    this.stuck = undefined;
    this.stay();
  }

  #tellAnswered({ type, message }: Dialog, accepted: boolean, why: string): void {
    const how = accepted ? "accepted" : "dismissed";
    const text = `${type} ${how}${why}: ${shorten(message, MAX_TEXT)}`;
    this.#host.tell({ kind: "dialog", text, type, message, accepted });
  }
}

/** The next document came while a dialog was open: Chrome takes no answer any more, and never shows that document. */
function stuckFailure(): Failure {
  return new Failure(
    "crashed",
    "the page hangs behind a dialog that nobody can answer any more",
    "Run `svc tab close`, then open it again.",
  );
}

export function noDialog(): Failure {
  return new Failure("not_found", "no dialog is open", "Run `svc state` to see the page.");
}

/** For pages that are left; where that does not come about they can ask again after a while. */
const ASK_NO_MORE = `{
  const { confirm, prompt } = window;
  Object.assign(window, { confirm: () => false, prompt: () => null });
  setTimeout(() => Object.assign(window, { confirm, prompt }), 3000);
}`;

const LEFT = ", since the page is left";

/** How much later than a dialog its document may be told. */
const COMMIT_MS = 250;

/** A message fills no screen, however long the page made it; `--json` has all of it. */
const MAX_TEXT = 200;

/** The answer that needs no question, or undefined when it is for the user to give. */
function answerOf({ type }: Dialog, policy: DialogPolicy): boolean | undefined {
  // An alert has one answer. Who navigates or closes a tab wants to leave the page.
  if (type === "alert" || type === "beforeunload") return true;
  return policy === "ask" ? undefined : policy === "accept";
}

/** A prompt is accepted as a person does who types nothing: with what it holds. */
function accepting({ type, defaultPrompt }: Dialog, accept: boolean, text?: string) {
  if (type !== "prompt" || !accept) return { accept };
  return { accept, promptText: text ?? defaultPrompt ?? "" };
}

function howToAnswer({ type }: Dialog): string {
  return `run \`svc dialog accept${type === "prompt" ? " [text]" : ""}\` or \`svc dialog dismiss\``;
}

/** Why nothing can be asked of the page while that dialog is open. */
export function dialogFailure(dialog: Dialog): Failure {
  const how = howToAnswer(dialog);
  return new Failure(
    "dialog",
    `${dialog.type} ${JSON.stringify(shorten(dialog.message, MAX_TEXT))} is open`,
    `R${how.slice(1)}.`,
  );
}
