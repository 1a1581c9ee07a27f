/** One agent session: what was said and done in it beside its browser, and what a person can tell it. */
import {
  cost,
  count,
  isLive,
  type Message,
  messages,
  pathOf,
  type Session,
  STATES,
  session,
  stateOf,
  stop,
  tell,
  textOf,
} from "../agents.ts";
import { events } from "../api.ts";
import { copyButton } from "../dialog.ts";
import { h } from "../dom.ts";
import { sendsForm } from "../fields.ts";
import { block, date } from "../format.ts";
import { act, say } from "../notices.ts";
import { hide, Part } from "../part.ts";
import { followed, viewSignal } from "../view.ts";
import { badge, startDialog } from "./sessions.ts";
import { Stage } from "./stage.ts";
import { Timeline } from "./timeline.ts";

/** Messages in which a new picture is looked for. */
const NEWEST = 50;

export async function sessionView(id: string): Promise<HTMLElement> {
  const signal = viewSignal();
  const page = new SessionPage(await session(id));
  void page.follow(signal);
  return page.element;
}

class SessionPage {
  readonly element: HTMLElement;
  #session: Session;
  #firstTask = "";
  #looking: Promise<void> | undefined;
  readonly #timeline: Timeline;
  readonly #stage = new Stage(() => this.#show());
  readonly #title = h("h1");
  readonly #facts = h("p", { className: "soft facts" });
  readonly #notice = new Part();
  readonly #outcome = new Part();
  readonly #foot = new Part();
  readonly #stopTask: HTMLButtonElement;
  readonly #end: HTMLButtonElement;

  constructor(first: Session) {
    this.#session = first;
    const { id } = first;
    this.#timeline = new Timeline(id);
    // What comes of it is told by events: an answer may be older than they are.
    const stopping = (what: "task" | "session") => act(() => stop(id, what));
    this.#stopTask = h("button", { type: "button", className: "bad", onclick: stopping("task") }, "Stop the task");
    this.#end = h("button", { type: "button", className: "quiet", onclick: stopping("session") }, "End the session");
    const buttons = h(
      "span",
      { className: "buttons-row" },
      h("a", { className: "button quiet", href: "#/sessions" }, "All sessions"),
      copyButton("Copy id", "of this session", id),
      first.workspaceId && h("a", { className: "button quiet", href: `#/workspaces/${first.workspaceId}` }, "Files"),
      ...[this.#stage.button, this.#stopTask, this.#end],
    );
    this.element = h(
      "div",
      { className: "session" },
      h("div", { className: "top" }, h("div", {}, this.#title, this.#facts), buttons),
      this.#notice.element,
      this.#outcome.element,
      h(
        "div",
        { className: "sides" },
        this.#stage.element,
        h("section", { className: "card said" }, h("h2", {}, "Steps"), this.#timeline.element, this.#foot.element),
      ),
    );
    this.#stage.show(first);
    this.#show();
  }

  async follow(signal: AbortSignal): Promise<void> {
    await followed(signal, async (isThere) => {
      const path = `${pathOf(this.#session.id)}/events`;
      for await (const { name, data } of events(path, { lastId: this.#timeline.last, signal })) {
        if (signal.aborted) return true;
        isThere();
        if (name === "end") return true;
        if (name === "session") this.#heard(data as Session);
        if (name === "message") this.#said(data as Message);
      }
      return false;
    });
  }

  #said(message: Message): void {
    if (message.type === "user_message" && this.#firstTask === "") this.#firstTask = message.data;
    this.#timeline.add(message);
  }

  /** Events tell no addresses: those are read where one may be new. */
  #heard(now: Session): void {
    const before = this.#session;
    const { liveUrl, recordingUrls, screenshotUrl } = before;
    this.#session = { ...now, liveUrl, recordingUrls, screenshotUrl };
    this.#show();
    document.title = `${STATES[stateOf(now)]} – ${this.#title.textContent} – svc`;
    if (now.status === before.status && now.stepCount === before.stepCount && this.#looking) return;
    const last = this.#looking;
    this.#looking = (async () => {
      await last;
      await this.#look(now.status !== before.status).catch((error: Error) => say(error.message));
    })();
  }

  async #look(isOtherwise: boolean): Promise<void> {
    const { id } = this.#session;
    const newest = await messages(id, `limit=${NEWEST}`);
    for (const one of newest.messages) this.#timeline.illustrate(one);
    if (!isOtherwise) return;
    const { liveUrl, recordingUrls, screenshotUrl } = await session(id);
    this.#session = { ...this.#session, liveUrl, recordingUrls, screenshotUrl };
    this.#stage.show(this.#session);
  }

  #show(): void {
    const now = this.#session;
    const { id, title, model, stepCount, totalInputTokens, totalOutputTokens, totalCostUsd, createdAt, status } = now;
    write(this.#title, title ?? `Session ${id.slice(0, 8)}`);
    const facts = [
      model,
      `${stepCount} ${stepCount === 1 ? "step" : "steps"}`,
      `${count(totalInputTokens + totalOutputTokens)} tokens`,
      cost(totalCostUsd),
    ];
    const told = `${stateOf(now)} ${facts.join(" ")}`;
    if (this.#facts.dataset.told !== told)
      this.#facts.replaceChildren(
        badge(now),
        ...facts.map((one) => h("span", {}, one)),
        h("span", {}, date(createdAt) as Node),
      );
    this.#facts.dataset.told = told;
    hide(this.#stopTask, status !== "running" && status !== "created");
    hide(this.#end, !isLive(now));
    this.#showNotice();
    this.#showOutcome();
    this.#showFoot();
  }

  #showNotice(): void {
    const { question, status, id } = this.#session;
    const isRunning = status === "running";
    if (isRunning && question !== null)
      this.#notice.show(`ask ${question}`, () => [
        h("h2", {}, "The agent asks you"),
        block(question),
        sender("Answer", "Answer", (text) => tell(id, text)),
        h("p", { className: "soft" }, "Or do it yourself: take the browser over, and give it back when it is done."),
      ]);
    else if (isRunning && this.#stage.isMine)
      this.#notice.show("mine", () => [h("p", {}, "You have the browser. The agent waits until you give it back.")]);
    else this.#notice.show("");
  }

  #showOutcome(): void {
    const { status, isTaskSuccessful, output, endReason } = this.#session;
    const isOver = status !== "running" && status !== "created" && (isTaskSuccessful !== null || endReason !== null);
    const text = textOf(output) ?? "";
    this.#outcome.show(isOver ? `${isTaskSuccessful} ${endReason} ${text}` : "", () => [
      h(
        "div",
        { className: "top" },
        h("h2", {}, isTaskSuccessful ? "Done" : isTaskSuccessful === false ? "Not done" : "Ended"),
        text !== "" && copyButton("Copy", "the answer", text),
      ),
      text !== "" && block(text),
      endReason && h("p", { className: text === "" ? "" : "soft" }, endReason),
    ]);
    this.#outcome.element.classList.add("outcome");
    this.#outcome.element.classList.toggle("good", isTaskSuccessful === true);
  }

  #showFoot(): void {
    const { status, id } = this.#session;
    const again = act(() => startDialog(this.#firstTask));
    if (status === "idle")
      this.#foot.show("idle", () => [sender("Another task for this session", "Send", (text) => tell(id, text))]);
    else if (isLive(this.#session)) this.#foot.show("");
    else
      this.#foot.show("over", () => [
        h("button", { type: "button", className: "quiet", onclick: again }, "Start one like it"),
      ]);
  }
}

/** A field for words to the agent. What cannot be sent stays in it. */
function sender(label: string, verb: string, send: (text: string) => Promise<unknown>): HTMLElement {
  const field = h("textarea", {
    "aria-label": label,
    placeholder: label,
    rows: 1,
    required: true,
    onkeydown: sendsForm,
  });
  const button = h("button", { type: "submit", title: "Ctrl+Enter" }, verb);
  const form = h("form", { className: "sender" }, field, button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field.value.trim() === "") return;
    button.disabled = true;
    send(field.value)
      .then(() => {
        field.value = "";
      })
      .catch((error: Error) => say(error.message))
      .finally(() => {
        button.disabled = false;
      });
  });
  return form;
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
