/** The addresses that are handed out for a browser. Each carries a token of its own, bound to the API key that asked for it. */
import type { BrowserRecord } from "../../store/records/browser-rows.ts";
import type { Grants } from "./grants.ts";

/** What a token of a browser opens. */
export type Purpose = "cdp" | "live" | "watch";

export interface Links {
  /** WebSocket of its protocol; `<address>/json/version`, asked by http, tells it too. */
  cdpUrl: string;
  /** Page that shows the browser and takes input. */
  liveUrl: string;
  /** The same page without input. */
  watchUrl: string;
}

/** The path of a browser's handler: `/cdp/<id>/<token>`. */
function pathOf(purpose: Purpose, id: string, token: string): string {
  return `/${purpose === "watch" ? "live" : purpose}/${id}/${token}`;
}

/** `base` is the scheme and host by which the caller reaches this server. The tokens open until the browser's own end. */
export function linksOf({ id, timeoutAt }: BrowserRecord, base: string, grants: Grants, keyId: string): Links {
  const link = (purpose: Purpose) =>
    `${base}${pathOf(purpose, id, grants.token({ purpose, subject: id, expires: timeoutAt, keyId }))}`;
  return { cdpUrl: link("cdp").replace(/^http/, "ws"), liveUrl: link("live"), watchUrl: link("watch") };
}
