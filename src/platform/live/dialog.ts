/**
 * The dialog (alert, confirm, prompt, beforeunload) of the tab that is shown. A page whose dialogs nobody takes has them
 * answered by the browser; from the moment that somebody takes them its scripts stand still until one is answered.
 */
import type { Session } from "../../cdp/connection.ts";
import type { DialogState } from "./messages.ts";

/** A page that does not answer within this time waits for something: a dialog that opened before we looked, most likely. */
const STUCK_MS = 1500;

export class DialogWatch {
  open: DialogState | undefined;
  isStuck = false;
  readonly #session: Session;
  readonly #changed: () => void;
  #isTaken = false;

  constructor(session: Session, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
    session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt }) => {
      this.#set({ type, message, value: defaultPrompt ?? "" });
    });
    // Another client, or the page's end, may have answered it.
    session.on("Page.javascriptDialogClosed", () => this.#set(undefined));
  }

  /** Takes the dialogs of the page from here on, or leaves them to others again. */
  take(wanted: boolean): void {
    if (wanted === this.#isTaken) return;
    this.#isTaken = wanted;
    if (!wanted) {
      void this.#session.sendMayFail("Page.disable");
      this.#set(undefined);
      return;
    }
    // A dialog that is open already is not told, and nobody but its client can answer it: the page just says nothing.
    const timer = setTimeout(() => this.#stuck(true), STUCK_MS);
    void this.#session.sendMayFail("Page.enable").then(() => {
      clearTimeout(timer);
      this.#stuck(false);
    });
  }

  async answer(accept: boolean, text: string): Promise<void> {
    const { open } = this;
    if (!open) return;
    const prompt = open.type === "prompt" && accept ? { promptText: text } : {};
    await this.#session.sendMayFail("Page.handleJavaScriptDialog", { accept, ...prompt });
    if (this.open === open) this.#set(undefined);
  }

  #set(dialog: DialogState | undefined): void {
    if (dialog === this.open) return;
    this.open = dialog;
    this.#changed();
  }

  #stuck(isStuck: boolean): void {
    if (isStuck === this.isStuck) return;
    this.isStuck = isStuck;
    this.#changed();
  }
}
