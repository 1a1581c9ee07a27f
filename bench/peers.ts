/** How to drive the peers: pinned versions and the words of their command lines. Runs nothing. */
import { join } from "node:path";

/** How one tool says what all of them can do. References of elements are taken from what its snapshot prints. */
export interface Recipe {
  name: string;
  program: string[];
  env: Record<string, string>;
  /** Files that must lie in its folder. */
  files?: Record<string, string>;
  /** From nothing to an open page. */
  start(url: string): string[][];
  /** Makes the viewport of the open page 1280 by 720, where it is not from the start. */
  fit: string[][];
  open(url: string): string[];
  /** The tersest form that lists all that is interactive. */
  snapshot: string[];
  /** Its first group is the reference of the button of the form page. */
  button: RegExp;
  /** The same for its first text field. */
  field: RegExp;
  click(ref: string): string[];
  fill(ref: string, text: string): string[];
  screenshot(path: string): string[];
  close: string[];
  /** Where its daemon writes its PID, below its folder. */
  pidFile?: string;
}

export interface Peer {
  package: string;
  version: string;
  recipe(installed: string, browser: string): Recipe;
}

const SWITCHES = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const CHROME_SWITCHES = process.getuid?.() === 0 ? ["--no-sandbox", ...SWITCHES] : SWITCHES;

export const PEERS: readonly Peer[] = [
  {
    package: "agent-browser",
    version: "0.41.2",
    recipe: (installed, browser) => ({
      name: "agent-browser",
      // Its native binary: the script of Node before it would cost 60 ms a command.
      program: [join(installed, "agent-browser/bin", `agent-browser-${process.platform}-${process.arch}`)],
      env: {
        AGENT_BROWSER_EXECUTABLE_PATH: browser,
        // Costs seconds where the network is not reached.
        AGENT_BROWSER_NO_VERSION_CHECK: "1",
        AGENT_BROWSER_ARGS: CHROME_SWITCHES.join(","),
      },
      start: (url) => [["open", url]],
      fit: [["set", "viewport", "1280", "720"]],
      open: (url) => ["open", url],
      snapshot: ["snapshot", "-i"],
      button: /button "Send message" \[.*?ref=(e\d+)/,
      field: /textbox "Name" \[.*?ref=(e\d+)/,
      click: (ref) => ["click", `@${ref}`],
      fill: (ref, text) => ["fill", `@${ref}`, text],
      screenshot: (path) => ["screenshot", path],
      close: ["close"],
      pidFile: "agent-browser/default.pid",
    }),
  },
  {
    package: "@playwright/cli",
    version: "0.1.22",
    recipe: (installed, browser) => ({
      name: "playwright-cli",
      program: ["node", join(installed, "@playwright/cli/playwright-cli.js")],
      env: { NO_UPDATE_NOTIFIER: "1", CI: "1" },
      files: { "config.json": playwrightConfig(browser) },
      start: (url) => [["open", "--config=config.json", url]],
      fit: [],
      open: (url) => ["goto", url],
      snapshot: ["--raw", "snapshot"],
      button: /button "Send message" \[.*?ref=(\w+)/,
      field: /textbox "Name" \[.*?ref=(\w+)/,
      click: (ref) => ["click", ref],
      fill: (ref, text) => ["fill", ref, text],
      screenshot: (path) => ["screenshot", `--filename=${path}`],
      close: ["close"],
    }),
  },
  {
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    recipe: (installed, browser) => ({
      name: "chrome-devtools",
      program: ["node", join(installed, "chrome-devtools-mcp/build/src/bin/chrome-devtools.js")],
      env: { CHROME_DEVTOOLS_MCP_NO_USAGE_STATISTICS: "1", CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1", CI: "1" },
      // Page 1 is the empty tab that it starts with.
      start: (url) => [
        ["start", "--headless", "--isolated", "--executablePath", browser, ...CHROME_SWITCHES.map(chromeArg), ...QUIET],
        ["new_page", url],
      ],
      fit: [["resize_page", "2", "1280", "720"]],
      open: (url) => ["navigate_page", "2", "--type", "url", "--url", url],
      snapshot: ["take_snapshot", "2"],
      button: /uid=(\w+) button "Send message"/,
      field: /uid=(\w+) textbox "Name"/,
      click: (ref) => ["click", "2", ref],
      fill: (ref, text) => ["fill", "2", ref, text],
      screenshot: (path) => ["take_screenshot", "2", "--filePath", path],
      close: ["stop"],
    }),
  },
  {
    package: "browse",
    version: "0.9.3",
    recipe: (installed, browser) => ({
      name: "browse",
      program: ["node", join(installed, "browse/bin/run.js")],
      env: { CHROME_PATH: browser, DO_NOT_TRACK: "1", BROWSE_DISABLE_UPDATE_CHECK: "1", CI: "1" },
      start: (url) => [["open", url, "--local", "--headless", ...CHROME_SWITCHES.map(browseArg)]],
      fit: [["viewport", "1280", "720"]],
      open: (url) => ["open", url],
      snapshot: ["snapshot", "--compact"],
      button: /\[([\d-]+)\] button: Send message/,
      field: /\[([\d-]+)\] textbox: Name/,
      click: (ref) => ["click", `@${ref}`],
      fill: (ref, text) => ["fill", `@${ref}`, text],
      screenshot: (path) => ["screenshot", "--path", path],
      close: ["stop"],
    }),
  },
];

const QUIET = ["--no-usage-statistics", "--no-performance-crux"];
const chromeArg = (word: string) => `--chromeArg=${word}`;
const browseArg = (word: string) => `--chrome-arg=${word}`;

function playwrightConfig(executablePath: string): string {
  const launchOptions = { executablePath, headless: true, chromiumSandbox: false, args: CHROME_SWITCHES };
  const contextOptions = { viewport: { width: 1280, height: 720 } };
  return JSON.stringify({ browser: { browserName: "chromium", isolated: true, launchOptions, contextOptions } });
}

/** Ours, in the same words. */
export function svcRecipe(executable: string, browser?: string): Recipe {
  return {
    name: "svc",
    program: [executable],
    env: browser === undefined ? {} : { SVC_BROWSER: browser },
    start: (url) => [["open", url]],
    fit: [],
    open: (url) => ["open", url],
    snapshot: ["state"],
    button: /\[(\d+)\]<button/,
    field: /\[(\d+)\]<input/,
    click: (ref) => ["click", ref],
    fill: (ref, text) => ["input", ref, text],
    screenshot: (path) => ["screenshot", path],
    close: ["close"],
    pidFile: "default.pid",
  };
}
