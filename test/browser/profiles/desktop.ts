/** Full browsers as people run them: with a permanent user data folder, and a debugging port for the test. */

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { findBrowsers } from "../../../src/browser/launch/find.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import type { Network_Cookie, Network_CookieParam } from "../../../src/cdp/protocol.gen.ts";
import { until } from "../../support/until.ts";
import { soon } from "../started.ts";

/** Headless and offline. */
const QUIET = [
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--headless",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

const found = findBrowsers("/nowhere").find(({ name }) => name === "chromium" || name === "chrome");
/** A user's profile needs a full browser. */
export const HAS_FULL_BROWSER = found !== undefined;
/** Full Chrome if installed, otherwise the headless shell. */
export const BINARY = process.env.SVC_TEST_CHROME ?? (found ?? findBrowsers("/nowhere")[0])?.path ?? "";
/** The folder of its profiles in `.config`. */
export const CONFIG_NAME = found?.name === "chrome" ? "google-chrome" : "chromium";
export const LABEL = found?.name === "chrome" ? "Google Chrome" : "Chromium";

export interface Desktop {
  /** Debugging address. */
  url: string;
  setCookies(cookies: Network_CookieParam[]): Promise<void>;
  cookies(): Promise<Network_Cookie[]>;
  /** Ends it as a person does, so that its data is written to disk. */
  close(): Promise<void>;
}

/**
 * Starts a browser with a debugging port, and waits until it listens. @param temporary folder for its sockets: a short
 * path, which the test removes
 */
export async function debuggedBrowser(userDataDir: string, temporary: string, profile = "Default") {
  mkdirSync(userDataDir, { recursive: true });
  const file = join(userDataDir, "DevToolsActivePort");
  rmSync(file, { force: true });
  const own = [`--user-data-dir=${userDataDir}`, `--profile-directory=${profile}`, "--remote-debugging-port=0"];
  const child = Bun.spawn([BINARY, ...QUIET, ...own, "about:blank"], {
    env: { ...process.env, HOME: temporary, TMPDIR: temporary },
    stdout: "ignore",
    stderr: "ignore",
  });
  const written = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  await until(() => written()[1]?.startsWith("/devtools"), `a browser writes ${file}`);
  const [port, path] = written();
  const end = async () => {
    child.kill();
    await child.exited;
  };
  return {
    ...{ child, port: Number(port), http: `http://127.0.0.1:${port}`, ws: `ws://127.0.0.1:${port}${path}` },
    [Symbol.asyncDispose]: end,
  };
}

/** Starts a browser as a person does, with a connection for the test. */
export async function desktop(userDataDir: string, temporary: string, profile?: string): Promise<Desktop> {
  const { child, http: url, [Symbol.asyncDispose]: end } = await debuggedBrowser(userDataDir, temporary, profile);
  const connection = new Connection(await attachTo(url, soon()));
  return {
    url,
    setCookies: async (cookies) => void (await connection.root.send("Storage.setCookies", { cookies })),
    cookies: async () => (await connection.root.send("Storage.getCookies", {})).cookies,
    async close() {
      if (child.exitCode === null) await connection.root.sendMayFail("Browser.close", undefined);
      await Promise.race([child.exited, Bun.sleep(30_000)]);
      child.kill("SIGKILL");
      await end();
      connection.close();
    },
  };
}

/** A time in a month, in seconds. */
export const LATER = Math.round(Date.now() / 1_000) + 30 * 86_400;

/** Cookies of every kind. */
export const COOKIES: Network_CookieParam[] = [
  { name: "id", value: "value-of-id", domain: ".example.com", path: "/", expires: LATER, httpOnly: true },
  { name: "host", value: "value-of-host", domain: "shop.example.com", path: "/cart", expires: LATER, sameSite: "Lax" },
  { name: "__Host-safe", value: "value-of-safe", domain: "example.com", path: "/", secure: true, expires: LATER },
  { name: "other", value: "value of other é", domain: ".other.example", path: "/", expires: LATER },
  {
    name: "split",
    value: "value-of-split",
    domain: "third.example",
    path: "/",
    secure: true,
    sameSite: "None",
    expires: LATER,
    partitionKey: { topLevelSite: "https://top.example", hasCrossSiteAncestor: true },
  },
];

/** A folder like `~/.config` with a browser whose profiles have cookies, by folder. */
export async function configWith(
  config: string,
  temporary: string,
  profiles: Record<string, Network_CookieParam[]>,
): Promise<string> {
  const userDataDir = join(config, CONFIG_NAME);
  for (const [profile, cookies] of Object.entries(profiles)) {
    const browser = await desktop(userDataDir, temporary, profile);
    try {
      if (cookies.length > 0) await browser.setCookies(cookies);
    } finally {
      await browser.close();
    }
  }
  return userDataDir;
}
