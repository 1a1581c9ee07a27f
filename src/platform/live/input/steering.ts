/** Executes the actions of the controlling viewer: input, tabs, history, dialogs, clipboard. */
import type { Session } from "../../../cdp/connection.ts";
import { netError } from "../../../page/navigation/network-errors.ts";
import type { Hub } from "../stream/hub.ts";
import type { Input, KeyInput, MouseInput, ToViewer } from "../stream/messages.ts";
import { addressOf } from "./address.ts";
import { InputDispatcher } from "./input-dispatcher.ts";
import { choicesOf, choose, cursorOf, selectedText } from "./probe.ts";

/** Minimum interval of reading the cursor shape. */
const CURSOR_MS = 120;

export class Steering {
  readonly #hub: Hub;
  /** Sends a message to the controlling viewer. */
  readonly #reply: (message: ToViewer) => void;
  #dispatcher: InputDispatcher | undefined;
  #cursor = "default";
  #cursorTimer: Timer | undefined;
  #at: MouseInput | undefined;
  /** The frame whose choices are shown to the controlling viewer. */
  #choosing: { session: Session; frameId: string } | undefined;

  constructor(hub: Hub, reply: (message: ToViewer) => void) {
    this.#hub = hub;
    this.#reply = reply;
  }

  act(input: Input): void {
    const { root, dialog } = this.#hub;
    if (input.t === "show") {
      this.release();
      this.#hub.show(input.id);
    } else if (input.t === "close") void root?.sendMayFail("Target.closeTarget", { targetId: input.id });
    else if (input.t === "open") void this.#open("about:blank");
    else if (input.t === "go") this.#go(input.url);
    else if (input.t === "back") void this.#travel(-1);
    else if (input.t === "forward") void this.#travel(1);
    else if (input.t === "reload") this.#reload();
    else if (input.t === "dialog") void dialog?.answer(input.accept, input.text);
    else if (input.t === "copy") void this.#copy(input.cut);
    else if (input.t === "choose") void this.#choose(input.index);
    else this.#input(input);
  }

  /** Releases all buttons and keys. */
  release(): void {
    clearTimeout(this.#cursorTimer);
    this.#cursorTimer = undefined;
    this.#dispatcher?.release();
  }

  /** The dispatcher of the shown tab. */
  #currentDispatcher(): InputDispatcher | undefined {
    const { session } = this.#hub;
    if (!session) return undefined;
    if (this.#dispatcher?.session !== session) this.#dispatcher = new InputDispatcher(session);
    return this.#dispatcher;
  }

  #input(input: Extract<Input, { t: "mouse" | "wheel" | "key" | "text" }>): void {
    const dispatcher = this.#currentDispatcher();
    const { frame, dialog } = this.#hub;
    // Behind a dialog, input would be queued and processed at once later.
    if (!dispatcher || dialog?.open) return;
    if (input.t === "key") dispatcher.key(input);
    else if (input.t === "text") dispatcher.insert(input.text);
    else if (!frame) return;
    else if (input.t === "wheel") dispatcher.wheel(input, frame);
    else {
      dispatcher.mouse(input, frame);
      this.#followCursor(input);
      if (input.kind === "up" && input.button === 0) void this.#offerChoices(input);
    }
    if (!dispatcher.isTaking) this.#reply({ t: "note", text: "The page does not accept input at the moment." });
  }

  #followCursor(input: MouseInput): void {
    this.#at = input;
    this.#cursorTimer ??= setTimeout(async () => {
      const { session, frame, active } = this.#hub;
      const at = this.#at;
      if (session && frame && active && at) {
        const place = { x: at.x * frame.width, y: at.y * frame.height };
        const cursor = await cursorOf(session, active.id, place);
        if (cursor !== this.#cursor) this.#reply({ t: "cursor", cursor });
        this.#cursor = cursor;
      }
      this.#cursorTimer = undefined;
      // The pointer moved meanwhile.
      if (at && this.#at !== at) this.#followCursor(this.#at as MouseInput);
    }, CURSOR_MS);
  }

  /** Shows the choices of a `<select>`, which the browser draws outside of the page and its picture. */
  async #offerChoices({ x, y }: MouseInput): Promise<void> {
    const { session, frame, active } = this.#hub;
    if (!session || !frame || !active) return;
    const options = await choicesOf(session, active.id, { x: x * frame.width, y: y * frame.height });
    if (!options || this.#hub.session !== session) return;
    this.#choosing = { session, frameId: active.id };
    this.#reply({ t: "choices", x, y, options });
  }

  async #choose(index: number): Promise<void> {
    const at = this.#choosing;
    this.#choosing = undefined;
    if (!at || this.#hub.session !== at.session) return;
    // The browser's list is still open, receives all keys, and closes with this one.
    for (const down of [true, false]) this.#currentDispatcher()?.key({ ...ESCAPE, down });
    if (index >= 0) await choose(at.session, at.frameId, index);
  }

  async #open(url: string): Promise<void> {
    const browserContextId = this.#hub.active?.context;
    const context = browserContextId === undefined ? {} : { browserContextId };
    const opened = await this.#hub.root?.sendMayFail("Target.createTarget", { url, ...context });
    if (opened) this.#hub.show(opened.targetId);
  }

  #go(written: string): void {
    const url = addressOf(written);
    const { session, active } = this.#hub;
    if (url === undefined) this.#note("Only web addresses can be opened here, such as https://example.com.");
    else if (!active || !session) void this.#open(url);
    else {
      void session.sendMayFail("Page.navigate", { url }).then((result) => {
        if (result?.errorText) this.#note(`Loading the page failed: ${netError(result.errorText)}`);
      });
    }
  }

  #note(text: string): void {
    this.#reply({ t: "note", text });
  }

  async #travel(steps: number): Promise<void> {
    const { session } = this.#hub;
    const known = await session?.sendMayFail("Page.getNavigationHistory");
    const entry = known?.entries[known.currentIndex + steps];
    if (entry) await session?.sendMayFail("Page.navigateToHistoryEntry", { entryId: entry.id });
  }

  #reload(): void {
    void this.#hub.session?.sendMayFail("Page.reload");
  }

  async #copy(cut: boolean): Promise<void> {
    const { session, active } = this.#hub;
    if (!session || !active) return;
    const text = await selectedText(session, active.id);
    if (text === "") this.#reply({ t: "note", text: "No text is selected in the page." });
    else this.#reply({ t: "copied", text });
    const dispatcher = this.#currentDispatcher();
    if (dispatcher?.session !== session) return;
    for (const down of [true, false]) dispatcher.key({ ...(cut ? KEY_X : KEY_C), down });
  }
}

const KEY = { t: "key", location: 0, repeat: false, mods: 2, text: "", down: true } as const;
const ESCAPE: KeyInput = { ...KEY, mods: 0, key: "Escape", code: "Escape", keyCode: 27 };
const KEY_C: KeyInput = { ...KEY, key: "c", code: "KeyC", keyCode: 67 };
const KEY_X: KeyInput = { ...KEY, key: "x", code: "KeyX", keyCode: 88 };
