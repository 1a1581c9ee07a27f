/** The addresses that are handed out for a browser. Each carries a token of its own, never the API key. */
import type { BrowserRecord } from "../store/browsers.ts";
import type { Secret } from "../store/secret.ts";

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

/** The path of a browser's edge: `/cdp/<id>/<token>`. */
export function pathOf(purpose: Purpose, id: string, token: string): string {
  return `/${purpose === "watch" ? "live" : purpose}/${id}/${token}`;
}

/** `base` is the scheme and host by which the caller reaches this server. The tokens open until the browser's own end. */
export function linksOf(record: BrowserRecord, base: string, secret: Secret): Links {
  const link = (purpose: Purpose) =>
    `${base}${pathOf(purpose, record.id, secret.token(purpose, record.id, record.timeoutAt))}`;
  return { cdpUrl: link("cdp").replace(/^http/, "ws"), liveUrl: link("live"), watchUrl: link("watch") };
}
