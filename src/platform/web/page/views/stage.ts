/** The browser of a session: its live view while it runs, its recording or the last picture when it has ended. */
import { here } from "../address.ts";
import type { Session } from "../agents.ts";
import { h } from "../dom.ts";

/** The frame shows a page of its own, which tells by itself when the browser ends. */
export function liveFrame(label: string, address: string): HTMLIFrameElement {
  return h("iframe", { className: "live", src: here(address), title: label, allow: "clipboard-read; clipboard-write" });
}

function kept(kind: string, src: string): HTMLElement {
  const className = "film";
  if (kind === "picture") return h("img", { className, src, alt: "The page after the last step" });
  if (kind === "film")
    return h("video", { className, src, controls: true, preload: "metadata", "aria-label": "Recording" });
  return h("p", { className: "empty card" }, "The browser of this session has ended.");
}

export class Stage {
  readonly element = h("div", { className: "stage" });
  /** Taking the browser over and giving it back. */
  readonly button = h("button", { type: "button", className: "quiet", hidden: true });
  readonly #changed: () => void;
  #shown: string | undefined;
  #take: HTMLButtonElement | null | undefined;

  /** `changed` is called when this page takes the control or lets it go. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.button.addEventListener("click", () => this.#take?.click());
  }

  /** Whether the person at this page has the control. */
  get isMine(): boolean {
    return this.#isThere && this.#take?.hasAttribute("data-want") === false;
  }

  /** A frame or film that is put in its place anew begins anew: only what is another one is. */
  show({ id, liveUrl, recordingUrls, screenshotUrl }: Session): void {
    const address = liveUrl ?? recordingUrls.at(-1) ?? screenshotUrl;
    const now = address === null ? "" : here(address);
    // The addresses of one film differ by their time alone.
    const kind = liveUrl !== null ? now : recordingUrls.length > 0 ? "film" : address === null ? "" : "picture";
    if (kind === this.#shown) return;
    this.#shown = kind;
    this.#take = undefined;
    if (liveUrl !== null) this.#live(liveFrame(`Live view of session ${id}`, liveUrl));
    else this.element.replaceChildren(kept(kind, now));
    this.#tell();
  }

  #live(frame: HTMLIFrameElement): void {
    frame.addEventListener("load", () => {
      this.#take = frame.contentDocument?.querySelector<HTMLButtonElement>("#take");
      if (this.#take) new MutationObserver(() => this.#tell()).observe(this.#take, { attributes: true });
      this.#tell();
    });
    this.element.replaceChildren(frame);
  }

  get #isThere(): boolean {
    return this.#take?.hidden === false;
  }

  #tell(): void {
    this.button.hidden = !this.#isThere;
    this.button.textContent = this.isMine ? "Give back" : "Take over";
    this.#changed();
  }
}
