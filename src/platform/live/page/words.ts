/** Messages of the live view about its browser. Pure. */
import type { ViewState } from "../stream/messages.ts";
import type { Notice, Shown } from "./shown.ts";

/** The notice over the picture; undefined while the picture is sufficient. */
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
    return { title: "This page has crashed", text: isInteractive ? "Reload the page, or open another one." : "" };
  if (browser.isStuck)
    return {
      title: "This page does not respond",
      text: "A dialog may be open that the program controlling the browser must answer.",
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
  const who = isMine ? "You have control" : holder ? `${holder} has control` : "Nobody has control";
  return `${who}${others}`;
}

/** The shown tab. */
export function activeOf({ tabs, active }: ViewState) {
  return tabs.find(({ id }) => id === active);
}
