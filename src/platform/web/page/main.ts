/** The dashboard: which view the address names, and whether somebody is signed in. */
import { CallError, key, server, signIn, signOut } from "./api.ts";
import { byId, h } from "./dom.ts";
import { beginView, onRefusal } from "./view.ts";
import { browserView } from "./views/browser.ts";
import { browsersView } from "./views/browsers.ts";
import { profilesView } from "./views/profiles.ts";
import { sessionView } from "./views/session.ts";
import { sessionsView } from "./views/sessions.ts";
import { settingsView } from "./views/settings.ts";
import { usageView } from "./views/usage.ts";

const PARTS: readonly [path: string, name: string][] = [
  ["browsers", "Browsers"],
  ["sessions", "Sessions"],
  ["profiles", "Profiles"],
  ["usage", "Usage"],
  ["settings", "Settings"],
];

const REFUSED = "This key is no longer in force.";

async function show(): Promise<void> {
  const isWanted = beginView();
  const [, part = "browsers", rest] = location.hash.split("/");
  const main = byId("main");
  const isIn = key() !== null;
  byId("header").hidden = !isIn;
  if (!isIn) return showLogin();
  mark(part);
  main.replaceChildren(h("p", { className: "soft" }, "Loading…"));
  try {
    const made = await view(part, rest);
    if (!isWanted()) return;
    main.replaceChildren(made);
    document.title = titleOf(made, part);
  } catch (error) {
    if (!isWanted()) return;
    if (error instanceof CallError && error.status === 401) return leave(REFUSED);
    main.replaceChildren(
      h("p", { className: "error", role: "alert" }, (error as Error).message),
      h("button", { type: "button", className: "quiet", onclick: () => void show() }, "Try again"),
    );
  }
}

function view(part: string, rest: string | undefined): Promise<HTMLElement> {
  if (part === "profiles") return profilesView();
  if (part === "sessions") return rest ? sessionView(rest) : sessionsView();
  if (part === "usage") return usageView();
  if (part === "settings") return settingsView(rest);
  return rest ? browserView(rest) : browsersView();
}

function mark(part: string): void {
  const links = PARTS.map(([path, name]) =>
    h("a", { href: `#/${path}`, "aria-current": path === part ? "page" : undefined }, name),
  );
  byId("nav").replaceChildren(...links);
}

/** What the page is about: its heading, and where it has tabs the one that is open. */
function titleOf(shown: HTMLElement, part: string): string {
  const heading = shown.querySelector("h1")?.textContent ?? part;
  const tab = shown.querySelector(".tabs [aria-current]")?.textContent;
  return [...(tab ? [tab] : []), heading, "svc"].join(" – ");
}

/** To the beginning of a view. The navigation above it stays in sight, which a focus alone would scroll away. */
function toContent(): void {
  byId("main").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function showLogin(why = ""): void {
  byId("header").hidden = true;
  byId("main").replaceChildren(login(why));
  document.title = "Sign in – svc";
}

function leave(why = ""): void {
  signOut();
  beginView();
  // Without an event: the address changes, and what is said here stays.
  history.replaceState(null, "", location.pathname);
  showLogin(why);
}

function login(why = ""): HTMLElement {
  const error = h("p", { className: "error", role: "alert" }, why);
  const input = h("input", { name: "key", type: "password", required: true, autocomplete: "current-password" });
  const kept = h("input", { name: "kept", type: "checkbox" });
  const form = h(
    "form",
    { className: "card login" },
    h("h1", {}, "svc"),
    h("p", { className: "soft" }, "Sign in with an API key of this server."),
    h("label", {}, "API key", input),
    h("label", { className: "row" }, kept, "Keep me signed in on this device"),
    error,
    h("button", { type: "submit" }, "Sign in"),
    h("p", { className: "soft" }, "No key? On the server: ", h("code", {}, "svc serve keys create")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const submit = form.querySelector("button");
    if (submit) submit.disabled = true;
    error.textContent = "";
    signIn(input.value.trim(), kept.checked);
    try {
      await server();
      await show();
      toContent();
    } catch (reason) {
      signOut();
      const isRefused = reason instanceof CallError && reason.status === 401;
      error.textContent = isRefused ? "The server does not know this key." : (reason as Error).message;
    } finally {
      if (submit) submit.disabled = false;
    }
  });
  queueMicrotask(() => input.focus());
  return form;
}

byId("leave").addEventListener("click", () => leave());
// The address after # names the view: the link must not change it.
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
onRefusal(() => leave(REFUSED));
window.addEventListener("hashchange", () => void show().then(toContent));
void show();
