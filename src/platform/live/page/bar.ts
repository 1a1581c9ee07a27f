/** Tabs, address, buttons and dialogs around the picture: shows the state that the server tells, and says what is pressed. */
import { visible } from "../../../lib/visible.ts";
import type { FromViewer, TabState, ViewState } from "../stream/messages.ts";
import { button, element, write } from "./elements.ts";

export interface BarHost {
  isInteractive(): boolean;
  say(message: FromViewer): void;
  /** The keyboard goes to the picture. */
  done(): void;
}

const tabs = element("tabs", HTMLElement);
const address = element("address", HTMLInputElement);
const back = button("back");
const forward = button("forward");
const reload = button("reload");
const dialog = element("dialog", HTMLFormElement);
const dialogText = element("dialog-text", HTMLElement);
const dialogTitle = element("dialog-title", HTMLElement);
const dialogValue = element("dialog-value", HTMLInputElement);
const dialogNo = button("dialog-no");
const dialogYes = button("dialog-yes");

let shownTabs = "";
let shownDialog = "";

export function listenToBar(host: BarHost): void {
  back.onclick = () => host.say({ t: "back" });
  forward.onclick = () => host.say({ t: "forward" });
  reload.onclick = () => host.say({ t: "reload" });
  element("go", HTMLFormElement).onsubmit = (event) => {
    event.preventDefault();
    if (!host.isInteractive() || address.value.trim() === "") return;
    host.say({ t: "go", url: address.value });
    host.done();
  };
  address.onfocus = () => address.select();
  const answer = (accept: boolean) => host.say({ t: "dialog", accept, text: dialogValue.value.slice(0, 100_000) });
  dialogNo.onclick = () => answer(false);
  dialog.onsubmit = (event) => {
    event.preventDefault();
    answer(true);
  };
  dialog.onkeydown = (event) => {
    if (event.key === "Escape") answer(false);
  };
}

export function showBar(state: ViewState, host: BarHost): void {
  const isInteractive = host.isInteractive();
  const active = state.tabs.find(({ id }) => id === state.active);
  back.disabled = !state.canGoBack;
  forward.disabled = !state.canGoForward;
  reload.disabled = !active;
  address.readOnly = !isInteractive;
  // What a person is writing is not taken away.
  if (document.activeElement !== address) address.value = active?.url ?? "";
  showTabs(state, host);
  showDialog(state, host);
}

function showTabs(state: ViewState, host: BarHost): void {
  const now = JSON.stringify([
    state.tabs.map(({ id, title, url, crashed }) => [id, title || url, crashed]),
    state.active,
  ]);
  if (now === shownTabs) return;
  shownTabs = now;
  const focused = document.activeElement?.id;
  tabs.replaceChildren(...state.tabs.map((tab) => tabElement(tab, tab.id === state.active, host)));
  if (host.isInteractive()) tabs.append(made("new", "+", "New tab", () => host.say({ t: "open" })));
  if (focused && focused !== document.activeElement?.id) document.getElementById(focused)?.focus();
}

function tabElement(tab: TabState, isActive: boolean, host: BarHost): HTMLElement {
  const whole = document.createElement("div");
  whole.className = "tab";
  whole.toggleAttribute("data-active", isActive);
  const title = `${tab.crashed ? "Crashed: " : ""}${visible(tab.title || tab.url || "New tab")}`;
  const name = made(`tab-${tab.id}`, title, title, () => host.say({ t: "show", id: tab.id }));
  name.className = "name";
  name.disabled = !host.isInteractive();
  if (isActive) name.setAttribute("aria-current", "page");
  whole.append(name);
  if (!host.isInteractive()) return whole;
  const close = made(`close-${tab.id}`, "×", `Close ${title}`, () => host.say({ t: "close", id: tab.id }));
  close.className = "close";
  whole.append(close);
  return whole;
}

function made(id: string, text: string, label: string, press: () => void): HTMLButtonElement {
  const one = document.createElement("button");
  Object.assign(one, { type: "button", id, textContent: text, title: label, onclick: press });
  one.setAttribute("aria-label", label);
  return one;
}

const TITLES = {
  alert: "The page says",
  confirm: "The page asks",
  prompt: "The page asks",
  beforeunload: "Leave this page?",
};

function showDialog({ dialog: open, isMine, holder }: ViewState, host: BarHost): void {
  const canAnswer = host.isInteractive() && (isMine || holder === null);
  const now = JSON.stringify([open, canAnswer]);
  if (now === shownDialog) return;
  shownDialog = now;
  const hadKeyboard = dialog.contains(document.activeElement);
  dialog.hidden = !open;
  // A person goes on in the page that asked.
  if (!open && hadKeyboard) host.done();
  if (!open) return;
  const isUnload = open.type === "beforeunload";
  write(dialogTitle, TITLES[open.type]);
  write(dialogText, isUnload && !open.message ? "What was entered there may be lost." : open.message);
  dialogValue.hidden = open.type !== "prompt";
  dialogValue.value = open.value;
  dialogNo.hidden = open.type === "alert";
  write(dialogYes, isUnload ? "Leave" : "OK");
  for (const one of [dialogNo, dialogYes, dialogValue]) one.disabled = !canAnswer;
  if (!canAnswer) return;
  if (open.type !== "prompt") dialogYes.focus();
  else dialogValue.select();
}
