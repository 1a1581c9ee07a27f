/** One browser: its live view and how to get to it while it runs, its recording when it has ended, and what it downloaded. */
import { here } from "../address.ts";
import { type Browser, browser, type Download, downloads } from "../api.ts";
import { copyButton } from "../dialog.ts";
import { h, redraw } from "../dom.ts";
import { date, short, size } from "../format.ts";
import { act } from "../notices.ts";
import { table } from "../table.ts";
import { watched } from "../view.ts";
import { stop } from "./browsers.ts";
import { liveFrame } from "./stage.ts";

export async function browserView(id: string): Promise<HTMLElement> {
  const top = h("span", { className: "buttons-row" });
  const stage = h("div");
  const rest = h("div");
  let shown = "";
  const draw = async () => {
    const [record, { files, hasMore }] = await Promise.all([browser(id), downloads(id)]);
    // A frame or film that is put in its place anew begins anew.
    const now = `${record.status} ${record.recordingUrl !== null}`;
    if (now !== shown) {
      redraw(top, ...actions(record, draw));
      stage.replaceChildren(
        record.liveUrl === null ? film(record) : liveFrame(`Live view of the browser ${id}`, record.liveUrl),
      );
    }
    shown = now;
    redraw(rest, times(record), ...notKept(record), filesCard(files, hasMore));
  };
  await watched(draw);
  return h("div", {}, h("div", { className: "top" }, h("h1", {}, "Browser ", short(id)), top), stage, rest);
}

function actions({ id, liveUrl, readOnlyLiveUrl, cdpUrl }: Browser, draw: () => Promise<void>): Node[] {
  const stopping = async () => {
    await stop(id);
    await draw();
  };
  const alone = (address: string) =>
    h("a", { className: "button quiet", href: here(address), target: "_blank", rel: "noreferrer" }, "Open alone");
  return [
    h("a", { className: "button quiet", href: "#/browsers" }, "All browsers"),
    copyButton("Copy id", "of this browser", id),
    cdpUrl && copyButton("Copy CDP address", "(whoever has it drives the browser)", cdpUrl),
    readOnlyLiveUrl && copyButton("Copy link to watch", "(without input)", readOnlyLiveUrl),
    liveUrl && alone(liveUrl),
    liveUrl && h("button", { type: "button", className: "bad", onclick: act(stopping) }, "Stop"),
  ].filter((one) => one instanceof Node);
}

function film({ recordingUrl }: Browser): HTMLElement {
  if (recordingUrl === null) return h("p", { className: "empty card" }, "This browser has ended.");
  const src = here(recordingUrl);
  return h(
    "div",
    { className: "card" },
    h("h2", {}, "Recording"),
    h("video", { className: "film", src, controls: true, preload: "metadata", "aria-label": "Recording" }),
    h("p", {}, h("a", { className: "button quiet", href: src, download: "" }, "Download the recording")),
  );
}

function times({ startedAt, finishedAt, timeoutAt }: Browser): HTMLElement {
  const end = finishedAt === null ? ["; stopped at the latest: ", date(timeoutAt)] : ["; ended: ", date(finishedAt)];
  return h("p", { className: "soft" }, "Started: ", date(startedAt), end, ".");
}

function notKept({ profileError }: Browser): Node[] {
  if (profileError === null) return [];
  return [h("p", { className: "error" }, `What this browser did is not kept in its profile: ${profileError}.`)];
}

function filesCard(files: Download[], hasMore: boolean): HTMLElement {
  const rows = files.map(({ path, size: bytes, lastModified, url }) => [
    path,
    size(bytes),
    date(lastModified),
    url !== null && h("a", { className: "button quiet", href: url, "aria-label": `Download ${path}` }, "Download"),
  ]);
  return h(
    "div",
    { className: "card" },
    h("h2", {}, "Downloads"),
    table(["File", "Size", "Made", ""], rows, "The pages of this browser downloaded nothing."),
    hasMore && h("p", { className: "soft" }, "These are the first hundred; the API has all of them."),
  );
}
