/**
 * The runner of an agent on a browser of the fleet: a user of its protocol like any client, with the list of commands on top.
 * Closing it detaches from the browser and leaves its tabs as they are.
 */
import type { CommandRunner } from "../../../command.ts";
import { Browser } from "../../../browser/browser.ts";
import { type ExecutionContext, executeCommand } from "../../../browser/execute.ts";
import type { User } from "../../../cdp/shared/multiplexer.ts";
import type { AnyCommand, ParsedCommand, Sessions } from "../../../command.ts";
import { Failure } from "../../../errors.ts";
import type { Box } from "../../../page/core/library.ts";
import { hiddenBoxes } from "../../../page/reading/screenshot.ts";
import { DEFAULT_TIMEOUT_MS } from "../../../run-command.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";

export interface AttachSetup {
  commands: readonly AnyCommand[];
  read(words: readonly string[]): ParsedCommand;
  /** An empty home: the settings of whoever runs the server are not the agent's. */
  home: string;
  /** Relative paths start here. */
  workspace: string;
  signal: AbortSignal;
  /** The tab that the last run ended in. */
  targetId?: string | undefined;
}

export interface Attached {
  readonly browser: Browser;
  readonly runner: CommandRunner;
  close(): void;
}

/** How long the browser may take to let us in. */
const OPEN_MS = 15_000;

/** There are no daemons here. */
const NO_SESSIONS: Sessions = {
  current: "agent",
  list: async () => [],
  names: () => [],
  close: async () => undefined,
};

/** Errors: `closed` when the browser is gone, and the signal's reason. */
export async function attach(running: RunningBrowser, setup: AttachSetup): Promise<Attached> {
  const { commands, read, home, workspace, signal, targetId } = setup;
  const opening = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
  const user = keepingDownloads(await running.open(opening), running.downloads);
  // Its files are the server's: their paths mean nothing to the agent.
  const browser = new Browser(user, false, { isFar: true, hidden: running.hidden });
  await browser.start(opening).catch((error) => {
    user.close();
    throw error;
  });
  const last = browser.tabs.find((tab) => tab.targetId === targetId);
  if (last) browser.select(last);
  const ground: ExecutionContext = { home, session: "agent", commands, read, sessions: NO_SESSIONS };
  const runner: CommandRunner = {
    commands,
    read,
    async run(command, args, options = {}) {
      if (command.needs === "nothing") {
        const { code, message } = new Failure("usage", `${command.name} does not work on a browser`);
        return { ok: false, error: { code, message } };
      }
      const { timeoutMs = command.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: asked = signal, progress, output } = options;
      running.touch(Date.now());
      const how = { signal: asked, timeoutMs, progress, output, cwd: workspace };
      return await executeCommand(browser, ground, { command, args, ...how });
    },
  };
  takeOver(running, browser, () => user.close());
  return { browser, runner, close: () => leave(running) };
}

/** The last one attached to each browser. */
const attachments = new WeakMap<RunningBrowser, () => void>();

function takeOver(running: RunningBrowser, browser: Browser, close: () => void): void {
  attachments.get(running)?.();
  attachments.set(running, close);
  const last = new Map<string, readonly Box[]>();
  running.whereHidden = async (targetId) => {
    const tab = browser.tabs.find((one) => one.targetId === targetId);
    // Behind a dialog the page stands still, and answers nothing.
    if (tab && !tab.dialog) last.set(targetId, (await hiddenBoxes(tab)) ?? []);
    return tab && last.get(targetId);
  };
}

/** Where something is hidden, somebody has to know where it is shown for as long as the browser lives: the last one stays. */
function leave(running: RunningBrowser): void {
  if (running.hidden.size > 0) return;
  running.whereHidden = undefined;
  attachments.get(running)?.();
  attachments.delete(running);
}

/** Downloads go where the fleet keeps them, whatever the library below asks for. */
function keepingDownloads(user: User, downloadPath: string): User {
  const send = user.send.bind(user);
  user.send = (text) => {
    if (!text.includes('"Browser.setDownloadBehavior"')) return send(text);
    const call = JSON.parse(text);
    const isMeant = call.method === "Browser.setDownloadBehavior";
    const params = { ...call.params, behavior: "allowAndName", downloadPath, eventsEnabled: true };
    send(isMeant ? JSON.stringify({ ...call, params }) : text);
  };
  return user;
}
