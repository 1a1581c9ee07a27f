/**
 * The dialog (alert, confirm, prompt, beforeunload) of the shown tab. Without `Page.enable` the browser answers dialogs itself;
 * with it the scripts of the page wait for an answer.
 */
import type { Session } from "../../../cdp/connection.ts";
import type { DialogState } from "../stream/messages.ts";

/** A page that does not respond within this time probably has a dialog that opened earlier. */
const STUCK_MS = 1500;

export interface DialogHost {
  changed(): void;
  /** The page opened a file chooser, which viewers cannot use. */
  fileRequested(): void;
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
    // Another client or the end of the page may have answered it.
    session.on("Page.javascriptDialogClosed", () => this.#set(undefined));
    session.on("Page.fileChooserOpened", () => host.fileRequested());
  }

  /** Starts or stops taking the dialogs of the page. */
  take(wanted: boolean): void {
    if (wanted === this.#isTaken) return;
    this.#isTaken = wanted;
    if (!wanted) {
      void this.#session.sendMayFail("Page.disable");
      this.#set(undefined);
      return;
    }
    // An open dialog is not reported, and only the client that received it can answer it: the page does not respond.
    const timer = setTimeout(() => this.#stuck(true), STUCK_MS);
    void this.#session.sendMayFail("Page.enable").then(() => {
      clearTimeout(timer);
      this.#stuck(false);
    });
  }

  /** Reports file choosers while a person may click. */
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
