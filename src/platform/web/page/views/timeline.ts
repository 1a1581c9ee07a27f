/** What was said and done in a session, in order: each action with what came of it and the page after it. Only ever added to. */

import { here } from "../address.ts";
import type { Message } from "../agents.ts";
import { messages } from "../agents.ts";
import { h } from "../dom.ts";
import { block } from "../format.ts";

interface Call {
  id: string;
  tool: string;
  args: Record<string, unknown>;
}

/** Where the picture of a message goes. */
interface Place {
  entry: Element;
  /** The message has no entry of its own. */
  isBorrowed: boolean;
  /** The message before, behind which it is read again. */
  before: string | undefined;
  picture?: HTMLElement;
}

/** A picture is stored beside the run, so that it may come a moment after its address; addresses last for some minutes. */
const TRIES = 3;
const TRY_AGAIN_MS = 1_500;

/** Characters of one argument in the line of its action; all of it is in the details. */
const MAX_ARGUMENT = 200;

/** Pixels. Who reads further up than that stays there, others see what is new. */
const NEAR_END = 60;

export class Timeline {
  readonly element: HTMLElement;
  readonly #list = h("ol", { className: "timeline" });
  readonly #sessionId: string;
  readonly #places = new Map<string, Place>();
  /** The action whose result has not come. */
  #open: HTMLElement | undefined;
  #last: string | undefined;
  #startMs: number | undefined;

  constructor(sessionId: string) {
    this.#sessionId = sessionId;
    this.element = h(
      "div",
      { className: "log", role: "region", "aria-label": "What was said and done", tabIndex: 0 },
      this.#list,
    );
    this.#follow();
  }

  /** The id of the last message. */
  get last(): string | undefined {
    return this.#last;
  }

  add(message: Message): void {
    const own = this.#entryOf(message);
    // The picture of what has no entry of its own is that of the one before.
    const entry = own ?? this.#list.lastElementChild;
    if (own && !own.parentElement) this.#list.append(own);
    if (own && message.type === "completion") this.#lend(own);
    if (entry) this.#places.set(message.id, { entry, isBorrowed: !own, before: this.#last });
    this.#last = message.id;
    this.illustrate(message);
  }

  /** Shows the picture of a message, once it has one. */
  illustrate({ id, screenshotUrl }: Message): void {
    const place = this.#places.get(id);
    if (!place || place.picture || screenshotUrl === null) return;
    place.picture = this.#picture(id, here(screenshotUrl), place);
    place.entry.append(place.picture);
  }

  /** The page at the end of a task belongs to its outcome. */
  #lend(outcome: HTMLElement): void {
    const place = this.#places.get(this.#last ?? "");
    if (!place?.isBorrowed) return;
    place.entry = outcome;
    if (place.picture) outcome.append(place.picture);
  }

  #follow(): void {
    const { element } = this;
    let isAtEnd = true;
    let fromTop = 0;
    element.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = element;
      // What came since it was scrolled is no reason to stay behind: a person who goes up is.
      isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END || (isAtEnd && scrollTop >= fromTop);
      fromTop = scrollTop;
    });
    const resized = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    resized.observe(element);
    resized.observe(this.#list);
  }

  /** An entry of its own, or that of the action that the message is the result of. */
  #entryOf(message: Message): HTMLElement | undefined {
    const { type, data, hidden } = message;
    if (hidden) return undefined;
    if (type.endsWith("_result") || type.endsWith("_error")) return this.#result(message);
    // An action that was stopped has no result.
    this.#open?.classList.remove("busy");
    this.#open = undefined;
    const call = callOf(data);
    if (!call) return said(message, this.#time(message));
    // What it asks and what it answers at the end are messages of their own.
    if (call.tool === "ask" || call.tool === "done") return undefined;
    this.#open = action(call, this.#time(message));
    return this.#open;
  }

  #result(message: Message): HTMLElement | undefined {
    const open = this.#open;
    this.#open = undefined;
    const isError = message.type.endsWith("_error");
    // An end that was not accepted is told, one that was needs no words beside the outcome.
    if (!open) return isError ? said(message, this.#time(message)) : undefined;
    open.classList.remove("busy");
    open.classList.toggle("bad", isError);
    const details = open.querySelector("details");
    details?.querySelector("summary")?.append(h("span", { className: "result" }, message.summary));
    details?.append(block(message.data));
    return open;
  }

  /** Since the first message. */
  #time({ createdAt }: Message): HTMLElement {
    const at = new Date(createdAt).getTime();
    this.#startMs ??= at;
    const seconds = Math.max(0, Math.round((at - this.#startMs) / 1_000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return h("time", { dateTime: createdAt, title: new Date(createdAt).toLocaleString() }, text);
  }

  #picture(id: string, src: string, { before }: Place): HTMLElement {
    const image = h("img", { alt: "The page after this step", loading: "lazy" });
    const button = h(
      "button",
      { type: "button", className: "shot", title: "Show it large", onclick: () => enlarge(image) },
      image,
    );
    let tries = 0;
    image.addEventListener("load", () => button.classList.add("there"));
    image.addEventListener("error", () => {
      if (++tries > TRIES || before === undefined) return;
      setTimeout(async () => {
        const found = await messages(this.#sessionId, `limit=1&after=${before}`).catch(() => ({ messages: [] }));
        const [now] = found.messages;
        if (now?.id === id && now.screenshotUrl !== null) image.src = here(now.screenshotUrl);
      }, TRY_AGAIN_MS);
    });
    image.src = src;
    return button;
  }
}

function callOf(data: string): Call | undefined {
  if (!data.startsWith("{")) return undefined;
  try {
    const { id, tool, args } = JSON.parse(data) as Partial<Call>;
    return typeof id === "string" && typeof tool === "string" && args ? { id, tool, args } : undefined;
  } catch {
    return undefined;
  }
}

function action({ tool, args }: Call, time: HTMLElement): HTMLElement {
  const told = Object.entries(args).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const shown = text.length > MAX_ARGUMENT ? `${text.slice(0, MAX_ARGUMENT).toWellFormed()}…` : text;
    return [" ", h("span", { className: "arg" }, h("i", {}, name), " ", shown)];
  });
  const line = h("summary", {}, h("b", {}, tool.replaceAll("_", " ")), told);
  return h("li", { className: "entry busy" }, time, h("details", {}, line, block(JSON.stringify(args, null, 2))));
}

const KINDS: Readonly<Record<string, string>> = { user_message: "human", completion: "outcome", planning: "thought" };

function said({ type, data, summary }: Message, time: HTMLElement): HTMLElement {
  const kind = KINDS[type] ?? (type.endsWith("_error") ? "bad" : "words");
  const isExplained = type === "completion" && summary !== "" && summary !== data;
  return h(
    "li",
    { className: `entry ${kind}` },
    time,
    block(data),
    isExplained && h("p", { className: "soft" }, summary),
  );
}

function enlarge({ src, alt }: HTMLImageElement): void {
  const dialog = h(
    "dialog",
    { className: "large", "aria-label": alt, onclose: () => dialog.remove() },
    h("img", { src, alt }),
    h(
      "div",
      { className: "buttons" },
      h("button", { type: "button", className: "quiet", onclick: () => dialog.close() }, "Close"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
