/** Browsers that run and those that ran, and how one is started. */
import { type Browser, browsers, call } from "../api.ts";
import { profileChoices } from "../choices.ts";
import { ask } from "../dialog.ts";
import { button, h, redraw, top } from "../dom.ts";
import { date, short, span } from "../format.ts";
import { act, say } from "../notices.ts";
import { empty, table } from "../table.ts";
import { watched } from "../view.ts";

export async function browsersView(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  const count = h("span", { className: "soft" });
  const draw = async () => {
    const { items, running, total } = await browsers();
    const rest = total > items.length ? `, the newest ${items.length} are shown` : "";
    count.textContent = `${running} running, ${total} in all${rest}`;
    const heads = ["Browser", "Status", "Started", "Lasted", "Proxy", ""];
    const rows = items.map((browser) => row(browser, draw));
    redraw(list, table(heads, rows, NONE()));
  };
  await watched(draw);
  return h("div", {}, top("Browsers", count, button("Start a browser", "", act(start))), list);
}

const NONE = () =>
  empty("No browser has run yet", "Start one here, or with the command line:", "svc cloud v3 POST /browsers");

function row(browser: Browser, draw: () => Promise<void>) {
  const { id, status, startedAt, finishedAt, proxyUsedMb } = browser;
  const end = finishedAt === null ? Date.now() : new Date(finishedAt).getTime();
  const isActive = status === "active";
  const verb = isActive ? "Live view" : "Details";
  const name = id.slice(0, 8);
  const stopping = async () => {
    await stop(id);
    await draw();
  };
  return [
    short(id),
    h("span", { className: `badge ${status}` }, status),
    date(startedAt),
    span((end - new Date(startedAt).getTime()) / 1_000),
    `${Number(proxyUsedMb)} MB`,
    h(
      "span",
      {},
      h("a", { className: "button quiet", href: `#/browsers/${id}`, "aria-label": `${verb} of ${name}` }, verb),
      " ",
      isActive &&
        h("button", { type: "button", className: "bad", "aria-label": `Stop ${name}`, onclick: act(stopping) }, "Stop"),
    ),
  ];
}

/** Minutes that a browser may live, as the API has it. */
const MAX_MINUTES = "240";

async function start(): Promise<void> {
  const profiles = await profileChoices();
  ask(
    "Start a browser",
    [
      {
        name: "timeout",
        label: `Minutes until it is stopped (1 to ${MAX_MINUTES})`,
        type: "number",
        value: "60",
        min: "1",
        max: MAX_MINUTES,
        required: true,
      },
      { name: "profileId", label: "Profile", choices: profiles },
      { name: "enableRecording", label: "Record it", type: "checkbox" },
    ],
    "Start",
    async ({ timeout, profileId, enableRecording }) => {
      const body = {
        timeout: Number(timeout),
        profileId: profileId || null,
        enableRecording: enableRecording === "on",
      };
      const { id } = await call<Browser>("POST", "/api/v3/browsers", body);
      location.hash = `#/browsers/${id}`;
    },
  );
}

export async function stop(id: string): Promise<void> {
  await call("PATCH", `/api/v3/browsers/${encodeURIComponent(id)}`, { action: "stop" });
  say("The browser was stopped.");
}
