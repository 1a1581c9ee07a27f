/** Browsers that run and those that ran, and one of them with its live view. */
import { type Browser, browsers, call, profiles } from "../api.ts";
import { act, ask, date, h, say, short, span, table } from "../dom.ts";
import { watched } from "../view.ts";

export async function browsersView(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  const count = h("span", { className: "soft" });
  await watched(async () => {
    const { items, totalItems } = await browsers();
    const running = items.filter(({ status }) => status === "active").length;
    count.textContent = `${running} running, ${totalItems} in all`;
    list.replaceChildren(
      table(["Browser", "Status", "Started", "Lasted", "Proxy", ""], items.map(row), "No browser has run yet."),
    );
  });
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("div", {}, h("h1", {}, "Browsers"), count),
      h("button", { type: "button", onclick: () => void start() }, "Start a browser"),
    ),
    list,
  );
}

function row(browser: Browser) {
  const { id, status, startedAt, finishedAt, proxyUsedMb, recordingUrl } = browser;
  const end = finishedAt === null ? Date.now() : new Date(finishedAt).getTime();
  const isActive = status === "active";
  const actions = h("span", {}, [
    isActive && h("a", { className: "button quiet", href: `#/browsers/${id}` }, "Live view"),
    " ",
    isActive && h("button", { type: "button", className: "bad", onclick: act(() => stop(id)) }, "Stop"),
    recordingUrl !== null && h("a", { className: "button quiet", href: recordingUrl }, "Recording"),
  ]);
  return [
    short(id),
    h("span", { className: `badge ${status}` }, status),
    date(startedAt),
    span((end - new Date(startedAt).getTime()) / 1_000),
    `${Number(proxyUsedMb)} MB`,
    actions,
  ];
}

async function start(): Promise<void> {
  const { items } = await profiles().catch(() => ({ items: [] }));
  ask(
    "Start a browser",
    [
      { name: "timeout", label: "Minutes until it is stopped", type: "number", value: "60", required: true },
      {
        name: "profileId",
        label: items.length > 0 ? "Id of a profile, or empty for none" : "Id of a profile (there is none yet)",
        placeholder: items[0]?.id ?? "",
      },
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

async function stop(id: string): Promise<void> {
  await call("PATCH", `/api/v3/browsers/${id}`, { action: "stop" });
  say("The browser was stopped.");
}

/** One browser. The frame shows a page of its own, which tells by itself when the browser ends. */
export async function browserView(id: string): Promise<HTMLElement> {
  const browser = await call<Browser>("GET", `/api/v3/browsers/${encodeURIComponent(id)}`);
  // The address may name the public host; here it is framed from wherever this page is.
  const path = browser.liveUrl === null ? null : new URL(browser.liveUrl).pathname;
  const stopping = async () => {
    await stop(id);
    location.hash = "#/browsers";
  };
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("h1", {}, "Browser ", short(id)),
      h(
        "span",
        {},
        h("a", { className: "button quiet", href: "#/browsers" }, "All browsers"),
        " ",
        path !== null &&
          h("a", { className: "button quiet", href: path, target: "_blank", rel: "noreferrer" }, "Open alone"),
        " ",
        path !== null && h("button", { type: "button", className: "bad", onclick: act(stopping) }, "Stop"),
      ),
    ),
    path === null
      ? h("p", { className: "empty card" }, "This browser has ended.")
      : h("iframe", {
          className: "live",
          src: path,
          title: `Live view of the browser ${id}`,
          allow: "clipboard-read; clipboard-write",
        }),
    h("p", { className: "soft" }, "It ends by itself at ", date(browser.timeoutAt), "."),
  );
}
