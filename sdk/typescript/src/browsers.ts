/** Browsers with what takes more than one call. */

import { SvcError } from "./errors.ts";
import type { TransferOptions } from "./files.ts";
import * as v3 from "./generated/v3.ts";
import type { BrowserSessionItemView, BrowserSessionView, CreateBrowserSessionRequest } from "./generated/v3-types.ts";
import type { CallOptions } from "./types.ts";

/** A browser that runs for the caller. It costs until it is stopped: `await using`, or call `stop()`. */
export class ConnectedBrowser implements AsyncDisposable {
  readonly id: string;
  /** For `chromium.connectOverCDP` of Playwright, `connect({ browserWSEndpoint })` of Puppeteer. Holds a token: keep it secret. */
  readonly cdpUrl: string;
  readonly liveUrl: string | null;
  readonly stop: () => Promise<BrowserSessionView>;

  constructor({ id, liveUrl }: BrowserSessionItemView, cdpUrl: string, stop: () => Promise<BrowserSessionView>) {
    this.id = id;
    this.liveUrl = liveUrl;
    this.cdpUrl = cdpUrl;
    this.stop = stop;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

export class Browsers extends v3.Browsers {
  /** Starts a browser for Playwright, Puppeteer or anything else that speaks CDP. */
  async connect(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<ConnectedBrowser> {
    const browser = await this.create(params, options);
    if (browser.cdpUrl) return new ConnectedBrowser(browser, browser.cdpUrl, () => this.stop(browser.id));
    await this.stop(browser.id).catch(() => {});
    throw new SvcError("unavailable", "The server told no CDP address for the browser");
  }

  stop(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.update(sessionId, { action: "stop" }, options);
  }

  /** Writes what a page of the browser downloaded to a file of this machine. `path` is as the list has it. */
  async download(sessionId: string, path: string, target: string, options?: TransferOptions): Promise<void> {
    const { download } = await import("./files.ts");
    await download(this.http, target, options, async () => {
      for await (const file of this.downloads.list(sessionId, { includeUrls: true, limit: 100 }))
        if (file.path === path) return file;
      return undefined;
    });
  }
}
