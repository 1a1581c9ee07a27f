/** Helpers for browsers, in addition to the endpoints. */
import { SvcError } from "./errors.ts";
import type { TransferOptions } from "./files.ts";
import * as v3 from "./generated/v3.ts";
import type { BrowserSessionItemView, BrowserSessionView, CreateBrowserSessionRequest } from "./generated/v3-types.ts";
import type { CallOptions } from "./types.ts";

/** A running browser. It costs until it is stopped: declare it with `await using`, or call `stop()`. */
export class ConnectedBrowser implements AsyncDisposable {
  readonly id: string;
  /** Address for Playwright (`chromium.connectOverCDP`) or Puppeteer (`connect({ browserWSEndpoint })`). It contains a token: keep it secret. */
  readonly cdpUrl: string;
  /** Web page that shows the browser. Anyone who has this address can control the browser. */
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
  /** Starts a browser for Playwright, Puppeteer or another CDP client. Takes the parameters of `create`. */
  async connect(params: CreateBrowserSessionRequest = {}, options?: CallOptions): Promise<ConnectedBrowser> {
    const browser = await this.create(params, options);
    if (browser.cdpUrl) return new ConnectedBrowser(browser, browser.cdpUrl, () => this.stop(browser.id));
    await this.stop(browser.id).catch(() => {});
    throw new SvcError("unavailable", "The server started a browser but sent no CDP address");
  }

  /** Stops a browser and saves its profile. Stopping it again has no effect. */
  stop(sessionId: string, options?: CallOptions): Promise<BrowserSessionView> {
    return this.update(sessionId, { action: "stop" }, options);
  }

  /** Saves a file that a page of the browser has downloaded. `path` is the path in `downloads.list`, `target` a local path. */
  async download(sessionId: string, path: string, target: string, options?: TransferOptions): Promise<void> {
    const { download } = await import("./files.ts");
    await download(this.http, path, target, options, async () => {
      for await (const file of this.downloads.list(sessionId, { includeUrls: true, limit: 100 }))
        if (file.path === path) return file;
      return undefined;
    });
  }
}
