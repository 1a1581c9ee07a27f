/** Settings: the API keys, and what the operator of this server has set. */
import { call, type Key, keys, type ServerFacts, server } from "../api.ts";
import { ask, confirm } from "../dialog.ts";
import { h, redraw, tabs } from "../dom.ts";
import { date } from "../format.ts";
import { say } from "../notices.ts";
import { table } from "../table.ts";
import { shownOnce } from "./once.ts";

const TABS = [
  ["settings/keys", "API keys"],
  ["settings/server", "Server"],
] as const;

export async function settingsView(tab = "keys"): Promise<HTMLElement> {
  return h(
    "div",
    {},
    h("div", { className: "top" }, h("h1", {}, "Settings")),
    tabs("Settings", TABS, `settings/${tab}`),
    tab === "server" ? await serverTab() : await keysTab(),
  );
}

async function keysTab(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  const made = h("div", { role: "status" });
  const draw = async () => {
    const held = (await keys()).keys;
    redraw(
      list,
      table(
        ["Name", "Key", "Made", "Last used", "Status", ""],
        held.map((one) => row(one, draw)),
        "No key.",
      ),
    );
  };
  await draw();
  const create = () =>
    ask("Make an API key", [{ name: "name", label: "What it is for", required: true }], "Make", async ({ name }) => {
      const { key } = await call<{ key: string }>("POST", "/dashboard/api/keys", { name });
      made.replaceChildren(shownOnce("The new key, shown this once", key, "the new key"));
      await draw();
    });
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("p", { className: "soft" }, "A key gives everything this project has. Send it in the header X-Svc-API-Key."),
      h("button", { type: "button", onclick: create }, "Make an API key"),
    ),
    made,
    list,
  );
}

function row({ id, name, start, createdAt, lastUsedAt, revokedAt }: Key, draw: () => Promise<void>) {
  const revoke = () =>
    confirm(`Revoke ${name}?`, "Whoever uses it is refused from now on.", "Revoke", async () => {
      await call("DELETE", `/dashboard/api/keys/${id}`);
      say("The key was revoked.");
      await draw();
    });
  return [
    name,
    h("code", {}, `${start}…`),
    date(createdAt),
    date(lastUsedAt),
    h(
      "span",
      { className: `badge ${revokedAt === null ? "active" : ""}` },
      revokedAt === null ? "in force" : "revoked",
    ),
    revokedAt === null &&
      h("button", { type: "button", className: "bad", "aria-label": `Revoke ${name}`, onclick: revoke }, "Revoke"),
  ];
}

const FACTS: readonly [key: keyof ServerFacts, name: string][] = [
  ["version", "Version"],
  ["address", "Address"],
  ["database", "Database"],
  ["objects", "Files, profiles and recordings"],
  ["concurrency", "Browsers at the same time"],
  ["running", "Running now"],
  ["waiting", "Waiting for a browser"],
  ["warm", "Started in advance"],
  ["privateNetwork", "Private network"],
];

async function serverTab(): Promise<HTMLElement> {
  const facts = await server();
  return h(
    "div",
    { className: "card" },
    table(
      ["Setting", "Value"],
      FACTS.map(([key, name]) => [name, String(facts[key])]),
      "",
    ),
    h(
      "p",
      { className: "soft" },
      "Changed on the server, with ",
      h("code", {}, "svc config set"),
      " or options of ",
      h("code", {}, "svc serve"),
      ".",
    ),
  );
}
