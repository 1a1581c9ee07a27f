/** The browser of a session, as its launch options ask: started, started on a copy of a profile, or attached to. */
import { join } from "node:path";
import { Browser, type BrowserSetup } from "../browser/browser.ts";
import { type Launched, launch } from "../browser/launch.ts";
import { holdTo } from "../browser/policy.ts";
import { browserOf, copyProfile, localProfiles, matchProfile } from "../browser/profile.ts";
import { proxiesOf, wallArguments } from "../browser/wall.ts";
import type { Transport } from "../cdp/transport.ts";
import type { Rented } from "../cloud/rented.ts";
import type { LaunchOptions } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { isLoopback } from "../lib/loopback.ts";
import { downloadsFolder } from "../lib/paths.ts";
import { setting } from "../lib/settings.ts";
import type { DialogPolicy } from "../page/dialogs.ts";

export interface ObtainRequest {
  home: string;
  /** Of the session. */
  name: string;
  runFolder: string;
  options: LaunchOptions;
  /** Milliseconds until the browser must be there. */
  startMs: number;
  /** Told as soon as a process of ours runs, long before it is ready: it must be on disk before it can be lost. */
  launched(launched: Launched): void;
  /** Told as soon as a browser of the platform is rented. */
  rented(rented: Rented): void;
  /** Aborted when the session ends before its browser is there. */
  ending: AbortSignal;
}

/** How long after its pipe a browser's end is told. */
const PIPE_MS = 1_000;

/** The browser, ready for commands. What was started is ended again when it does not become ready. */
export async function obtainBrowser(request: ObtainRequest): Promise<Browser> {
  const deadline = AbortSignal.timeout(request.startMs);
  try {
    return await obtain(request, deadline);
  } catch (error) {
    if (!deadline.aborted || asFailure(error)) throw error;
    throw new Failure(
      "timeout",
      `the browser was not ready within ${Math.round(request.startMs)} ms`,
      "Run `svc doctor`, or give it longer with --timeout <ms>.",
    );
  }
}

async function obtain(request: ObtainRequest, deadline: AbortSignal): Promise<Browser> {
  const { cdpUrl, connect, remote } = request.options;
  if (remote) return await rented(request, AbortSignal.any([deadline, request.ending]));
  if (cdpUrl === undefined && !connect) return await started(request, deadline);
  // Loaded here: a browser of our own needs no WebSocket.
  const { attachTo, attachToRunning } = await import("../browser/attach.ts");
  const setup = { dialogPolicy: () => dialogPolicy(request.home), heldTo: holdTo(request.home, process.env) };
  if (cdpUrl !== undefined) {
    const isFar = !isLoopback(new URL(cdpUrl).hostname);
    return await attached(await attachTo(cdpUrl, deadline), { ...setup, isFar }, deadline);
  }
  const found = await attachToRunning(deadline);
  log.info(`connected to ${found.label}`);
  return await attached(found.transport, setup, deadline);
}

/** A browser of the platform. It is stopped again when it does not become ready. */
async function rented(request: ObtainRequest, signal: AbortSignal): Promise<Browser> {
  const { home, name, options } = request;
  const [{ rentForSession }, { attachToRemote }] = await Promise.all([
    import("../cloud/connect.ts"),
    import("../cloud/browser.ts"),
  ]);
  const remote = await rentForSession({ home, session: name, options, signal });
  request.rented(remote);
  try {
    const setup = { dialogPolicy: () => dialogPolicy(home), heldTo: holdTo(home, process.env), remote };
    const browser = await attached(await attachToRemote(remote.cdpUrl, signal), setup, signal);
    if (remote.news !== undefined) browser.tell({ kind: "cloud", text: remote.news });
    return browser;
  } catch (error) {
    await remote.stop().catch((second) => log.warn(`the browser ${remote.id} still runs: ${second.message}`));
    throw error;
  }
}

async function attached(transport: Transport, setup: BrowserSetup, deadline: AbortSignal): Promise<Browser> {
  const browser = new Browser(transport, false, setup);
  try {
    await Promise.race([browser.start(deadline), rejectOnAbort(deadline)]);
    return browser;
  } catch (error) {
    browser.connection.close();
    throw error;
  }
}

async function started(request: ObtainRequest, deadline: AbortSignal): Promise<Browser> {
  const { home, runFolder, options } = request;
  const headed = options.headed ?? false;
  const own = options.profile === undefined ? {} : withProfile(options.profile, home);
  const heldTo = holdTo(home, process.env);
  const args = heldTo.policy ? wallArguments(heldTo.policy, proxiesOf(process.env)) : [];
  const launched = await launch({ home, runFolder, headed, ...own, args });
  request.launched(launched);
  const browser = new Browser(launched.transport, true, { ...setupOf(request, launched), heldTo });
  try {
    await Promise.race([browser.start(deadline), rejectOnAbort(deadline)]);
    if (launched.screen !== undefined)
      browser.tell({
        kind: "session",
        text: `no display: the window is on a virtual screen (Xvfb ${launched.screen}), which ends with the session`,
      });
    return browser;
  } catch (error) {
    // A pipe that closed is a browser that ended: its own reason says more.
    const isClosed = asFailure(error)?.code === "closed";
    const reason = isClosed ? await Promise.race([launched.ended, Bun.sleep(PIPE_MS)]) : undefined;
    await launched.kill();
    throw reason ?? error;
  }
}

/** What the session decides of a browser of its own. */
export function setupOf({ home, name }: { home: string; name: string }, launched: Launched): BrowserSetup {
  return {
    downloads: { incoming: join(launched.folder, "downloads"), saved: downloadsFolder(home, name) },
    dialogPolicy: () => dialogPolicy(home),
    startsEarly: launched.browser.name === "headless-shell",
  };
}

/** Read when a dialog opens: a change is to hold from then on. A file that cannot be read changes nothing. */
function dialogPolicy(home: string): DialogPolicy {
  try {
    const value = setting(home, "dialogs");
    return value === "accept" || value === "dismiss" ? value : "ask";
  } catch (error) {
    log.warn(`the setting dialogs: ${(error as Error).message}`);
    return "ask";
  }
}

function withProfile(name: string, home: string) {
  const profile = matchProfile(name, localProfiles());
  return {
    browser: browserOf(profile, home),
    prepare: async (userDataDir: string) => {
      copyProfile(profile, userDataDir);
      return { profileDirectory: profile.directory };
    },
  };
}
