/** The dashboard: which view the address names, and whether somebody is signed in. */
import { CallError, key, server, signIn, signOut } from "./api.ts";
import { byId, h } from "./dom.ts";
import { showMenu } from "./menu.ts";
import "./uploads/panel.ts";
import { drop } from "./uploads/queue.ts";
import { beginView, onRefusal } from "./view.ts";
import { browserView } from "./views/browser.ts";
import { browsersView } from "./views/browsers.ts";
import { profilesView } from "./views/profiles.ts";
import { sessionView } from "./views/session.ts";
import { sessionsView } from "./views/sessions.ts";
import { settingsView } from "./views/settings.ts";
import { skillsView } from "./views/skills/list.ts";
import { marketView, publicSkillView } from "./views/skills/market.ts";
import { skillView } from "./views/skills/skill.ts";
import { usageView } from "./views/usage.ts";
import { webhookView } from "./views/webhook.ts";
import { webhooksView } from "./views/webhooks.ts";
import { workspaceView } from "./views/workspace.ts";
import { workspacesView } from "./views/workspaces.ts";

interface Part {
  path: string;
  name: string;
  /** `rest` is what follows the path of the part in the address. */
  view(...rest: string[]): Promise<HTMLElement>;
}

const PARTS: readonly Part[] = [
  { path: "browsers", name: "Browsers", view: (id) => (id ? browserView(id) : browsersView()) },
  { path: "sessions", name: "Sessions", view: (id) => (id ? sessionView(id) : sessionsView()) },
  { path: "skills", name: "Skills", view: skillPages },
  {
    path: "workspaces",
    name: "Workspaces",
    view: (id, folder) => (id ? workspaceView(id, folder) : workspacesView()),
  },
  { path: "profiles", name: "Profiles", view: profilesView },
  { path: "usage", name: "Usage", view: usageView },
  { path: "webhooks", name: "Webhooks", view: (id) => (id ? webhookView(id) : webhooksView()) },
  { path: "settings", name: "Settings", view: settingsView },
];

function skillPages(id?: string, rest?: string): Promise<HTMLElement> {
  if (id === "market") return rest ? publicSkillView(rest) : marketView();
  return id ? skillView(id, rest) : skillsView();
}

const REFUSED = "This key is no longer in force.";

async function show(): Promise<void> {
  const isWanted = beginView();
  const [, named, ...rest] = location.hash.split("/");
  const part = PARTS.find(({ path }) => path === named) ?? PARTS[0];
  const main = byId("main");
  if (key() === null || !part) return showLogin();
  showMenu(PARTS, part.path);
  main.replaceChildren(h("p", { className: "soft" }, "Loading…"));
  try {
    const made = await part.view(...rest.map(decodeURIComponent));
    if (!isWanted()) return;
    main.replaceChildren(made);
    document.title = titleOf(made, part.name);
  } catch (error) {
    if (!isWanted()) return;
    if (error instanceof CallError && error.status === 401) return leave(REFUSED);
    document.title = `${part.name} – svc`;
    main.replaceChildren(
      h("p", { className: "error", role: "alert" }, (error as Error).message),
      h(
        "p",
        { className: "buttons-row" },
        h("button", { type: "button", className: "quiet", onclick: () => void show() }, "Try again"),
        rest.length > 0 && h("a", { className: "button quiet", href: `#/${part.path}` }, `Back to ${part.name}`),
      ),
    );
  }
}

/** What the page is about: its heading, and where it has tabs the one that is open. */
function titleOf(shown: HTMLElement, name: string): string {
  const heading = shown.querySelector("h1")?.textContent ?? name;
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
  drop();
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
