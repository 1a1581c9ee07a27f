import { positional, positionalOr, positionals } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { withTimeout } from "../../lib/deadline.ts";
import type { Page } from "../../page/core/page.ts";
import { releaseAll } from "../../page/input/release.ts";
import { open } from "../../page/navigation/navigate.ts";
import { completing } from "../../value-type.ts";
import { integer } from "../../values.ts";
import { url } from "../../web-values.ts";

const tab = completing(integer("tab", { min: 0 }), "tabs");

/** How long a tab may take to tell its title: one that hangs must not hang the list. */
const ANSWER_MS = 300;

/** As the predecessor's tools named tabs. */
const ID_LENGTH = 4;

export const tabList = command({
  name: "tab list",
  aliases: ["tabs"],
  group: "tabs",
  summary: "List the tabs and mark the current one",
  effect: "read",
  needs: "session",
  args: {},
  examples: ["tab list"],
  async run({ browser }) {
    const current = browser.tabs.length > 0 ? browser.current : undefined;
    const tabs = await Promise.all(
      browser.tabs.map(async (page, index) => ({
        index,
        // Unlike the index it stays, whatever becomes of the tabs before it.
        id: page.targetId.slice(-ID_LENGTH),
        ...(await described(page)),
        current: page === current,
      })),
    );
    return { tabs };
  },
  text: ({ tabs }) =>
    [
      "TAB  URL",
      ...tabs.map(
        (tab) =>
          `${String(tab.index).padEnd(4)} ${tab.url}${tab.title && tab.title !== tab.url ? `  ${tab.title}` : ""}${tab.current ? "  (current)" : ""}`,
      ),
    ].join("\n"),
});

export const tabNew = command({
  name: "tab new",
  group: "tabs",
  summary: "Open a tab and switch to it",
  effect: "write",
  needs: "session",
  args: { url: positionalOr(url(), undefined, "URL; without it a blank tab") },
  examples: ["tab new", "tab new example.com"],
  async run({ browser, args, signal }) {
    const refusal = args.url === undefined ? undefined : browser.networkPolicy.refusal(args.url);
    if (refusal) throw refusal;
    const releaseButton = browser.tabs.flatMap(releaseAll);
    const more = releaseButton.length > 0 ? { let_go: releaseButton } : {};
    const page = await browser.newTab(signal);
    const created = browser.tabs.indexOf(page);
    if (args.url === undefined) return { created, url: page.url, ...more };
    const { url, title, status } = await open(page, args.url, "load", signal);
    return { created, url, title, ...(status === undefined ? {} : { status }), ...more };
  },
});

export const tabSwitch = command({
  name: "tab switch",
  aliases: ["switch"],
  group: "tabs",
  summary: "Switch to another tab",
  effect: "write",
  needs: "session",
  args: { index: positional(tab, "Index from svc tab list") },
  examples: ["tab switch 1"],
  async run({ browser, args, signal }) {
    const page = tabAt(browser, args.index);
    const releaseButton = browser.tabs.flatMap((other) => (other === page ? [] : releaseAll(other)));
    browser.select(page);
    // In front only in a browser of our own: a person's window is not taken from them.
    if (browser.owned) await page.session.send("Page.bringToFront", undefined, signal);
    return {
      switched: args.index,
      ...(await described(page)),
      ...(releaseButton.length > 0 ? { let_go: releaseButton } : {}),
    };
  },
});

export const tabClose = command({
  name: "tab close",
  aliases: ["close-tab"],
  group: "tabs",
  summary: "Close the current tab, or tabs by index",
  effect: "destroy",
  needs: "session",
  args: { indices: positionals(tab, "Indices from svc tab list; by default the current tab") },
  examples: ["tab close", "tab close 1 2"],
  async run({ browser, args, signal }) {
    // All are looked up first: with a wrong index nothing is closed, and closing one moves no other's index.
    const chosen = args.indices.length === 0 ? [browser.current] : args.indices.map((index) => tabAt(browser, index));
    const closed = chosen.map((page) => browser.tabs.indexOf(page));
    for (const page of new Set(chosen)) await browser.closeTab(page, signal);
    return { closed: [...new Set(closed)], remaining: browser.tabs.length };
  },
});

/** Address and title as the document says them now; of a tab that does not answer, as the browser last told them. */
async function described(page: Page): Promise<{ url: string; title: string }> {
  const live = page.dialog ? undefined : page.main.call("documentFacts", []).catch(() => undefined);
  const { url, title } = (await withTimeout(live, ANSWER_MS)) ?? page;
  return { url, title };
}

function tabAt(browser: Browser, index: number): Page {
  const page = browser.tabs[index];
  if (page) return page;
  const count = browser.tabs.length;
  const known =
    count === 0
      ? "no tab is open"
      : count === 1
        ? "the only tab has index 0"
        : `the tabs have indices 0 to ${count - 1}`;
  throw new Failure("not_found", `there is no tab ${index}: ${known}`, "Run `svc tab list` to see them.");
}
