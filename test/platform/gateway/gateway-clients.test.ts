/** Unmodified client libraries connect to the URL of a browser and work. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import puppeteer from "puppeteer-core";
import type { Data } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { runProgram } from "../../support/program.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";

const PAGE = `<title>Shop</title><button onclick="document.title = 'clicked'">Buy</button>
<a href="/next" target=_blank>More</a><input type=file onchange="this.files[0].text().then((t) => document.title = t)">`;

let platform: TestPlatform;
let site: Bun.Server<undefined>;

beforeAll(async () => {
  platform = await served();
  site = localServer(({ url }) => htmlResponse(url.endsWith("/next") ? "<title>Next</title>" : PAGE));
});
afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await site.stop(true);
});

/** Starts a browser with an uploaded file. */
async function browser(): Promise<Data> {
  const made = await platform.browser();
  writeFileSync(join(platform.server.platform.fleet.get(made.id)?.uploads ?? "", "cv.txt"), "my text");
  return made;
}

/** Waits until the server counts that many clients. */
async function clientsAre(id: string, count: number): Promise<void> {
  await until(() => platform.server.platform.fleet.get(id)?.clients === count);
}

function defaultContext(client: Browser): BrowserContext {
  const [context] = client.contexts();
  if (!context) throw new Error("no context");
  return context;
}

const http = (cdpUrl: string) => cdpUrl.replace(/^ws/, "http");

test.each(["ws", "http"])(
  "puppeteer-core, by its %s address",
  async (scheme) => {
    const { id, cdpUrl } = await browser();
    const where = scheme === "ws" ? { browserWSEndpoint: cdpUrl } : { browserURL: http(cdpUrl) };
    const first = await puppeteer.connect(where);
    const page = await first.newPage();
    await page.goto(site.url.href);
    expect(await page.evaluate("document.title")).toBe("Shop");
    await page.click("button");
    expect(await page.title()).toBe("clicked");
    expect((await page.screenshot()).subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
    const input = await page.$("input");
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile("cv.txt");
    await page.waitForFunction('document.title === "my text"');
    const [popup] = await Promise.all([
      new Promise<{ url(): string } | null>((resolve) => page.once("popup", resolve as never)),
      page.click("a"),
    ]);
    expect(popup?.url()).toEndWith("/next");
    await expect(page.goto("file:///etc/passwd")).rejects.toThrow("file: URLs are not allowed");
    await first.disconnect();
    await clientsAre(id, 0);

    const again = await puppeteer.connect(where);
    const pages = await again.pages();
    expect(await Promise.all(pages.map((one) => one.title()))).toContain("my text");
    await again.close();
    expect((await platform.call("PATCH", `/v3/browsers/${id}`, { action: "stop" })).body.status).toBe("stopped");
  },
  60_000,
);

test.each(["ws", "http"])(
  "playwright-core, by its %s address",
  async (scheme) => {
    const { id, cdpUrl } = await browser();
    const where = scheme === "ws" ? cdpUrl : http(cdpUrl);
    const first = await chromium.connectOverCDP(where);
    // The existing page, as in Playwright's documentation.
    const page = defaultContext(first).pages()[0] as Page;
    await page.goto(site.url.href);
    expect(await page.evaluate("document.title")).toBe("Shop");
    await page.click("button");
    expect(await page.title()).toBe("clicked");
    expect((await page.screenshot()).subarray(1, 4).toString()).toBe("PNG");
    await page.setInputFiles("input", { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("sent along") });
    await page.waitForFunction('document.title === "sent along"');
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("a")]);
    await popup.waitForLoadState();
    expect(await popup.title()).toBe("Next");
    const other = await (await first.newContext()).newPage();
    await other.goto(`${site.url}next`);
    expect(await other.title()).toBe("Next");
    await expect(page.goto("view-source:file:///etc/passwd")).rejects.toThrow("view-source: URLs are not allowed");
    await first.close();
    await clientsAre(id, 0);

    const again = await chromium.connectOverCDP(where);
    const titles = defaultContext(again)
      .pages()
      .map((one) => one.title());
    expect(await Promise.all(titles)).toContain("sent along");
    await again.close();
    expect(platform.server.platform.fleet.get(id)).toBeDefined();
  },
  60_000,
);

test("svc --cdp-url", async () => {
  const { id, cdpUrl } = await browser();
  using temporary = temporaryFolder();
  const home = temporary.path;
  const svc = async (...line: string[]): Promise<Data> => {
    const command = [process.execPath, "src/main.ts", "--json", ...line];
    const { code, stdout, stderr } = await runProgram(command, { env: { SVC_HOME: home, HOME: home } });
    if (code !== 0) throw new Error(`svc ${line.join(" ")}: ${stdout}${stderr}`);
    return JSON.parse(stdout);
  };
  await svc("--cdp-url", http(cdpUrl), "open", site.url.href);
  expect(JSON.stringify(await svc("state"))).toContain("Buy");
  await svc("click", "1");
  expect(JSON.stringify(await svc("get", "title"))).toContain("clicked");
  expect(JSON.stringify(await svc("tab", "list"))).toContain(site.url.href);
  await svc("close");
  await clientsAre(id, 0);
  expect(platform.server.platform.fleet.get(id)).toBeDefined();
}, 60_000);
