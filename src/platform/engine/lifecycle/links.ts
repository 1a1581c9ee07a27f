/** URLs of a browser. Each contains a token that is bound to the API key of the caller. */
import type { BrowserRecord } from "../../store/records/browser-rows.ts";
import type { Grants } from "./grants.ts";

/** What a token permits. */
export type Purpose = "cdp" | "live" | "watch";

export interface Links {
  /** WebSocket of the DevTools protocol; `<URL>/json/version` over HTTP returns it too. */
  cdpUrl: string;
  /** Page that shows the browser and accepts input. */
  liveUrl: string;
  /** The same page without input. */
  watchUrl: string;
}

/** Path of a browser's route: `/cdp/<id>/<token>`. */
function pathOf(purpose: Purpose, id: string, token: string): string {
  return `/${purpose === "watch" ? "live" : purpose}/${id}/${token}`;
}

/** `base` is the scheme and host of the request. The tokens expire with the browser. */
export function linksOf({ id, timeoutAt }: BrowserRecord, base: string, grants: Grants, keyId: string): Links {
  const link = (purpose: Purpose) =>
    `${base}${pathOf(purpose, id, grants.token({ purpose, subject: id, expires: timeoutAt, keyId }))}`;
  return { cdpUrl: link("cdp").replace(/^http/, "ws"), liveUrl: link("live"), watchUrl: link("watch") };
}
