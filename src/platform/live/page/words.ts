/** What the live view tells in words about its browser. Pure. */
import type { ViewState } from "../stream/messages.ts";
import type { Notice, Shown } from "./shown.ts";

/** The notice over the picture; undefined while the picture shows all. */
export function noticeOf({ ended, connection, browser, isInteractive, hasPicture }: Shown): Notice | undefined {
  if (ended) return ended;
  if (connection === "lost") return { title: "Connection lost", text: "Trying again…" };
  if (!browser) return { title: "Connecting…", text: "" };
  const active = activeOf(browser);
  if (!active) {
    const what = "Nothing is open in this browser yet.";
    return { title: "Waiting for a page", text: isInteractive ? `${what} Open a page with its address above.` : what };
  }
  if (active.crashed)
    return { title: "This page has crashed", text: isInteractive ? "Reload it, or open another one." : "" };
  if (browser.isStuck)
    return {
      title: "This page does not answer",
      text: "A dialog may be open in it that the program which drives the browser has to answer.",
    };
  return hasPicture ? undefined : { title: "Waiting for a picture…", text: "" };
}

export function statusOf({ ended, connection, browser, note, isInteractive }: Shown): string {
  if (ended) return ended.title;
  if (connection === "lost") return "Connection lost. Trying again…";
  if (!browser) return "Connecting…";
  if (note !== "") return note;
  const { isMine, holder, viewers } = browser;
  const others = viewers > 1 ? ` · ${viewers} viewers` : "";
  if (!isInteractive && !holder) return `Watching${others}`;
  const who = isMine ? "You have the control" : holder ? `${holder} has the control` : "Nobody has the control";
  return `${who}${others}`;
}

/** The tab that is shown. */
export function activeOf({ tabs, active }: ViewState) {
  return tabs.find(({ id }) => id === active);
}
