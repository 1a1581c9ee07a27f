/**
 * The dialog (alert, confirm, prompt, beforeunload) of the tab that is shown. A page whose dialogs nobody takes has them
 * answered by the browser; from the moment that somebody takes them its scripts stand still until one is answered.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { DialogState } from "../stream/messages.ts";

/** A page that does not answer within this time waits for something: a dialog that opened before we looked, most likely. */
const STUCK_MS = 1500;

export interface DialogHost {
  changed(): void;
  /** The page asks for a file, which nobody can choose from here. */
  fileAsked(): void;
}

export class DialogWatch {
  open: DialogState | undefined;
  isStuck = false;
  readonly #session: Session;
  readonly #host: DialogHost;
  #isTaken = false;
  #asksForFiles = false;

  constructor(session: Session, host: DialogHost) {
    this.#session = session;
    this.#host = host;
    session.on("Page.javascriptDialogOpening", ({ type, message, defaultPrompt }) => {
      this.#set({ type, message, value: defaultPrompt ?? "" });
    });
    // Another client, or the page's end, may have answered it.
    session.on("Page.javascriptDialogClosed", () => this.#set(undefined));
    session.on("Page.fileChooserOpened", () => host.fileAsked());
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

  /** Hears of it when the page asks for a file, as long as a person may have clicked there. */
  askForFiles(enabled: boolean): void {
    if (enabled === this.#asksForFiles) return;
    this.#asksForFiles = enabled;
    void this.#session.sendMayFail("Page.setInterceptFileChooserDialog", { enabled });
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
    this.#host.changed();
  }

  #stuck(isStuck: boolean): void {
    if (isStuck === this.isStuck) return;
    this.isStuck = isStuck;
    this.#host.changed();
  }
}
