/** The live view: what arrives is shown, what a person does is sent. */
import type { FromViewer, ToViewer, ViewState } from "../stream/messages.ts";
import { REASONS } from "../stream/reasons.ts";
import { listenToBar, showBar } from "./bar.ts";
import { listenToChoices, showChoices } from "./choices.ts";
import { button, element, write } from "./elements.ts";
import { field, listenToKeyboard } from "./keyboard.ts";
import { Line } from "./line.ts";
import { canvas, clear, paint, placeOf } from "./picture.ts";
import { listenToPointer } from "./pointer.ts";

const stage = element("stage", HTMLElement);
const take = button("take");
const pointer = element("pointer", HTMLElement);
const notice = element("notice", HTMLElement);
const noticeTitle = element("notice-title", HTMLElement);
const noticeText = element("notice-text", HTMLElement);
const status = element("status", HTMLElement);
const wayOut = element("way-out", HTMLElement);
const copied = element("copied", HTMLFormElement);
const copiedText = element("copied-text", HTMLTextAreaElement);

let isInteractive = false;
let isLost = true;
let state: ViewState | undefined;
let isSeen = false;
/** What the server knows of whether anybody sees this page. */
let isTold: boolean | undefined;
/** The picture was pressed while nobody had the control: the server gives it to us, and what is typed meanwhile counts. */
let hasPressed = false;
let note = "";
let noteTimer = 0;
let pointerTimer = 0;

const host = {
  isInteractive: () => isInteractive && !isLost,
  takesKeys: () => host.isInteractive() && (state?.isMine === true || hasPressed),
  say: (message: FromViewer) => line.say(message),
  done: () => field.focus({ preventScroll: true }),
  leave: () => take.focus(),
  pressed(x: number, y: number) {
    // A press that does nothing says why.
    if (state?.holder && !state.isMine)
      return heard({ t: "note", text: `${state.holder} has the control. Press “Take over” to act.` });
    hasPressed = state?.holder === null;
    copied.hidden = true;
    const box = stage.getBoundingClientRect();
    // Here an input method opens its list.
    Object.assign(field.style, { left: `${x - box.left}px`, top: `${y - box.top}px` });
    field.focus({ preventScroll: true });
  },
};

function tell(title: string, text = ""): void {
  notice.hidden = title === "";
  write(noticeTitle, title);
  write(noticeText, text);
}

function ended(title: string, text = ""): void {
  line.end();
  isLost = true;
  isInteractive = false;
  clear();
  document.body.toggleAttribute("data-watch", true);
  for (const one of ["tabs", "bar", "keys", "pointer", "dialog", "copied", "choices"])
    element(one, HTMLElement).hidden = true;
  tell(title, text);
  write(status, title);
  write(wayOut, "");
}

function show(): void {
  if (!state) return;
  const active = state.tabs.find(({ id }) => id === state?.active);
  const { isMine } = state;
  canvas.setAttribute("aria-label", active ? `Picture of ${active.title || active.url}` : "No page is open");
  document.title = active?.title || "Live view";
  field.hidden = !isInteractive;
  take.hidden = !isInteractive;
  write(take, isMine ? "Let go" : "Take over");
  take.toggleAttribute("data-want", !isMine);
  showBar(state, host);
  if (!active) {
    isSeen = false;
    clear();
    const what = "Nothing is open in this browser yet.";
    tell("Waiting for a page", isInteractive ? `${what} Open a page with its address above.` : what);
  } else if (active.crashed) tell("This page has crashed", isInteractive ? "Reload it, or open another one." : "");
  else if (state.isStuck)
    tell(
      "This page does not answer",
      "A dialog may be open in it that the program which drives the browser has to answer.",
    );
  else if (!isSeen) tell("Waiting for a picture…");
  else tell("");
  if (isMine) pointer.hidden = true;
  write(status, note || statusOf(state));
  write(
    wayOut,
    document.activeElement === field && host.takesKeys() ? "The keyboard goes to the browser. F6 takes it back." : "",
  );
}

function statusOf({ isMine, holder, viewers }: ViewState): string {
  const others = viewers > 1 ? ` · ${viewers} viewers` : "";
  const who = isMine ? "You have the control" : holder ? `${holder} has the control` : "Nobody has the control";
  return `${isInteractive ? who : holder ? who : "Watching"}${others}`;
}

function tellLooking(): void {
  const on = !document.hidden;
  if (isLost || on === isTold) return;
  isTold = on;
  line.say({ t: "looking", on });
}

function heard(message: ToViewer): void {
  if (message.t === "hello") {
    isLost = false;
    isInteractive = message.interactive;
    document.body.toggleAttribute("data-watch", !isInteractive);
    isTold = undefined;
    tellLooking();
  } else if (message.t === "state") {
    if (message.active !== state?.active) isSeen = false;
    state = message;
    if (message.holder !== null) hasPressed = false;
    show();
  } else if (message.t === "note") {
    note = message.text;
    clearTimeout(noteTimer);
    noteTimer = setTimeout(() => {
      note = "";
      show();
    }, 5000);
    show();
  } else if (message.t === "pointer") {
    Object.assign(pointer.style, placeOf(message));
    pointer.hidden = false;
    clearTimeout(pointerTimer);
    pointerTimer = setTimeout(() => {
      pointer.hidden = true;
    }, 3000);
  } else if (message.t === "cursor") canvas.style.cursor = message.cursor;
  else if (message.t === "choices") showChoices(message, placeOf(message));
  else if (message.t === "copied") void keep(message.text);
  else if (message.t === "ended") ended("This browser has ended", REASONS[message.reason ?? ""] ?? "");
}

/** To the person's clipboard; where the browser forbids that, to a field to copy it from. */
async function keep(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    heard({ t: "note", text: "Copied." });
  } catch {
    copied.hidden = false;
    copiedText.value = text;
    copiedText.focus();
    copiedText.select();
  }
}

const line = new Line({
  heard,
  async picture(bytes) {
    const n = await paint(bytes);
    line.say({ t: "ack", n });
    if (isSeen) return;
    isSeen = true;
    show();
  },
  lost() {
    isLost = true;
    tell("Connection lost", "Trying again…");
    write(status, "Connection lost. Trying again…");
  },
  expired: () => ended("This link has expired"),
});

clear();
listenToBar(host);
listenToPointer(host);
listenToChoices(host);
listenToKeyboard(host);
take.onclick = () => {
  line.say({ t: state?.isMine ? "release" : "take" });
  if (!state?.isMine) field.focus();
};
field.addEventListener("focus", show);
field.addEventListener("blur", show);
document.addEventListener("visibilitychange", tellLooking);
// A page that is just being made may be hidden at first, and come to light without a word.
setInterval(tellLooking, 500);
const closeCopied = () => {
  copied.hidden = true;
  field.focus();
};
copied.onsubmit = (event) => {
  event.preventDefault();
  closeCopied();
};
copied.onkeydown = (event) => {
  if (event.key === "Escape") closeCopied();
};
