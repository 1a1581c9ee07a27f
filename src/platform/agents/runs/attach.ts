/**
 * Attaches an agent to a browser of the fleet: a CDP client like any other, with the command list on top. Closing detaches from the
 * browser and leaves its tabs open.
 */

import { Browser } from "../../../browser/browser.ts";
import { type ExecutionContext, executeCommand } from "../../../browser/execute.ts";
import type { User } from "../../../cdp/shared/user.ts";
import type { AnyCommand, CommandRunner, ParsedCommand, Sessions } from "../../../command.ts";
import { Failure } from "../../../errors.ts";
import { DEFAULT_TIMEOUT_MS } from "../../../lib/limits.ts";
import type { Box } from "../../../page/core/library.ts";
import { hiddenBoxes } from "../../../page/reading/screenshot.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";

export interface AttachSetup {
  commands: readonly AnyCommand[];
  read(words: readonly string[]): ParsedCommand;
  /** An empty home, so that the agent does not see the operator's settings. */
  home: string;
  /** Base of relative paths. */
  workspace: string;
  signal: AbortSignal;
  /** Current tab of the previous run. */
  targetId?: string | undefined;
}

export interface Attached {
  readonly browser: Browser;
  readonly runner: CommandRunner;
  close(): void;
}

/** Timeout of attaching. */
const OPEN_MS = 15_000;

/** The server has no daemon sessions. */
const NO_SESSIONS: Sessions = {
  current: "agent",
  list: async () => [],
  names: () => [],
  close: async () => undefined,
  restartIdle: async () => [],
};

/** Errors: `closed` if the browser is gone, and the signal's reason. */
export async function attach(running: RunningBrowser, setup: AttachSetup): Promise<Attached> {
  const { commands, read, home, workspace, signal, targetId } = setup;
  const opening = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
  const user = withFixedDownloadPath(await running.open(opening), running.downloads);
  // `isFar`: the browser's file paths are on the server and unusable for the agent.
  const browser = new Browser(user, false, { isFar: true, hidden: running.hidden });
  await browser.start(opening).catch((error) => {
    user.close();
    throw error;
  });
  const last = browser.tabs.find((tab) => tab.targetId === targetId);
  if (last) browser.select(last);
  const context: ExecutionContext = { home, session: "agent", commands, read, sessions: NO_SESSIONS };
  const runner: CommandRunner = {
    commands,
    read,
    async run(command, args, options = {}) {
      if (command.needs === "nothing") {
        const { code, message } = new Failure(
          "usage",
          `${command.name} is not available to agents: it does not operate on a browser`,
        );
        return { ok: false, error: { code, message } };
      }
      const {
        timeoutMs = command.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal: commandSignal = signal,
        progress,
        output,
      } = options;
      running.touch(Date.now());
      const how = { signal: commandSignal, timeoutMs, progress, output, cwd: workspace };
      return await executeCommand(browser, context, { command, args, ...how });
    },
  };
  replaceAttachment(running, browser, () => user.close());
  return { browser, runner, close: () => detach(running) };
}

/** Closes the latest attachment of each browser. */
const attachments = new WeakMap<RunningBrowser, () => void>();

function replaceAttachment(running: RunningBrowser, browser: Browser, close: () => void): void {
  attachments.get(running)?.();
  attachments.set(running, close);
  const lastBoxes = new Map<string, readonly Box[]>();
  running.whereHidden = async (targetId) => {
    const tab = browser.tabs.find((one) => one.targetId === targetId);
    // An open dialog blocks the page; the last known boxes are used.
    if (tab && !tab.dialog) lastBoxes.set(targetId, (await hiddenBoxes(tab)) ?? []);
    return tab && lastBoxes.get(targetId);
  };
}

/** Keeps the attachment while secrets are redacted in the browser: it locates them on the pages until the browser ends. */
function detach(running: RunningBrowser): void {
  if (running.hidden.size > 0) return;
  running.whereHidden = undefined;
  attachments.get(running)?.();
  attachments.delete(running);
}

/** Wraps a CDP client: downloads always go to the folder of the fleet, whatever `Browser.setDownloadBehavior` requests. */
function withFixedDownloadPath(user: User, downloadPath: string): User {
  const send = user.send.bind(user);
  user.send = (text) => {
    if (!text.includes('"Browser.setDownloadBehavior"')) return send(text);
    const call = JSON.parse(text);
    const isDownloadCall = call.method === "Browser.setDownloadBehavior";
    const params = { ...call.params, behavior: "allowAndName", downloadPath, eventsEnabled: true };
    send(isDownloadCall ? JSON.stringify({ ...call, params }) : text);
  };
  return user;
}
