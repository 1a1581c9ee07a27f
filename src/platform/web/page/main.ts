/** The dashboard: which view the address names, and whether somebody is signed in. */
import { CallError, key, server, signIn, signOut } from "./api.ts";
import { byId, h } from "./dom.ts";
import { endView } from "./view.ts";
import { browsersView, browserView } from "./views/browsers.ts";
import { profilesView } from "./views/profiles.ts";
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

async function show(): Promise<void> {
  endView();
  const [, part = "browsers", rest] = location.hash.split("/");
  const main = byId("main");
  const isIn = key() !== null;
  byId("header").hidden = !isIn;
  if (!isIn) return main.replaceChildren(login());
  mark(part);
  main.replaceChildren(h("p", { className: "soft" }, "Loading…"));
  try {
    main.replaceChildren(await view(part, rest));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return leave("This key is no longer in force.");
    main.replaceChildren(h("p", { className: "error", role: "alert" }, (error as Error).message));
  }
}

function view(part: string, rest: string | undefined): Promise<HTMLElement> {
  if (part === "profiles") return profilesView();
  if (part === "sessions") return sessionsView();
  if (part === "usage") return usageView();
  if (part === "settings") return settingsView(rest);
  return rest ? browserView(rest) : browsersView();
}

function mark(part: string): void {
  const links = PARTS.map(([path, name]) =>
    h("a", { href: `#/${path}`, "aria-current": path === part ? "page" : undefined }, name),
  );
  byId("nav").replaceChildren(...links);
  document.title = `${PARTS.find(([path]) => path === part)?.[1] ?? "Browsers"} – svc`;
}

function leave(why = ""): void {
  signOut();
  location.hash = "";
  endView();
  byId("header").hidden = true;
  byId("main").replaceChildren(login(why));
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
    signIn(input.value.trim(), kept.checked);
    try {
      await server();
      await show();
      byId("main").focus();
    } catch (reason) {
      signOut();
      const isRefused = reason instanceof CallError && reason.status === 401;
      error.textContent = isRefused ? "The server does not know this key." : (reason as Error).message;
    }
  });
  queueMicrotask(() => input.focus());
  return form;
}

byId("leave").addEventListener("click", () => leave());
window.addEventListener("hashchange", () => void show().then(() => byId("main").focus()));
void show();
