/** The checks of `doctor`: each looks at one thing, changes nothing, ends in time, and names the command that repairs it. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "../browser/browser.ts";
import { chooseBrowser } from "../browser/launch/find.ts";
import { type Launched, launch, removeFolder, whyNoSandbox } from "../browser/launch/launch.ts";
import { asFailure, type Failure } from "../errors.ts";
import { privateFolder } from "../lib/atomic-file.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { resolveSetting, settingOf } from "../lib/settings.ts";
import { runToEnd } from "../lib/subprocess.ts";
import { versionLine } from "../version.ts";
import type { Check, CheckRequest, Finding, Look } from "./finding.ts";
import { models } from "./models.ts";
import { platform } from "./platform-check.ts";
import { brokenBrowser, probe } from "./probe.ts";
import { config, homeFolder, python, settings, sharedMemory, socketPath, tunnels } from "./surroundings.ts";

interface Limits {
  /** How long it may take, where that is not `CHECK_MS`. */
  ms?: number;
  /** The main job does without it: that it takes too long is a warning. */
  isBeside?: true;
}

export type NamedCheck = readonly [name: string, look: Look, limits?: Limits];

/** A full browser starts and draws: several seconds on a machine that is busy. */
const WINDOW_MS = 20_000;

const CHECKS: readonly NamedCheck[] = [
  ["svc", () => ({ status: "ok", message: versionLine() })],
  ["home", homeFolder],
  ["config", config],
  ["settings", settings],
  ["socket", socketPath],
  ["browser", browser],
  ["start", start],
  ["sandbox", sandbox],
  ["memory", sharedMemory],
  ["window", window, { ms: WINDOW_MS, isBeside: true }],
  ["sessions", sessions],
  ["python", python],
  ["tunnels", tunnels],
  ["platform", platform, { isBeside: true }],
  ["models", models, { isBeside: true }],
];

/** How long one check may take. */
const CHECK_MS = 5_000;

/** How long a check may clean up after its time is over. */
const GRACE_MS = 500;

/** All checks, and those of others after them, side by side. Rejects only when the signal is aborted. */
export async function runChecks(request: CheckRequest, more: readonly NamedCheck[] = []): Promise<Check[]> {
  const looks = [...CHECKS, ...more].map(async ([name, look, limits]) => ({
    name,
    ...(await inTime(request, look, limits)),
  }));
  // Interrupted, too, every check is waited for: one of them has a browser to end.
  await Promise.allSettled(looks);
  return await Promise.all(looks);
}

async function inTime(request: CheckRequest, look: Look, { ms = CHECK_MS, isBeside }: Limits = {}): Promise<Finding> {
  const late = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([request.signal, late]);
  const leftBehind = rejectOnAbort(signal).catch(() => Bun.sleep(GRACE_MS).then(() => Promise.reject(signal.reason)));
  // A check that throws at once leaves nobody to wait for it.
  leftBehind.catch(() => {});
  try {
    return await Promise.race([look({ ...request, signal }), leftBehind]);
  } catch (error) {
    request.signal.throwIfAborted();
    if (late.aborted) {
      return { status: isBeside ? "warning" : "error", message: `it did not finish within ${ms / 1000} s` };
    }
    const failure = asFailure(error);
    if (failure) return { status: "error", message: failure.message, ...fixOf(failure, request.home) };
    return {
      status: "error",
      message: `unexpected: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** The command that the failure's hint names between backticks; rather one that can be typed as it stands. */
function fixOf({ code, hint = "" }: Failure, home: string): { fix?: string } {
  if (code === "no_browser" && resolveSetting(home, "browser_path").source === "environment") {
    return { fix: `unset ${settingOf("browser_path").env}` };
  }
  const named = [...hint.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
  const fix = named.find((words) => !words.includes("<")) ?? named[0];
  return fix === undefined ? {} : { fix };
}

async function browser({ home, signal }: CheckRequest): Promise<Finding> {
  const { name, path, origin } = chooseBrowser(home, false);
  const probed = await probe(path, signal);
  if (probed.version === undefined) throw await brokenBrowser(path, probed, signal);
  const origins = {
    managed: "installed by svc",
    system: "installed on the system",
    setting: "from the setting browser_path",
  };
  return { status: "ok", message: `${name} ${probed.version}, ${origins[origin]}: ${path}` };
}

/** The main job: a browser starts and answers. */
async function start({ home, signal }: CheckRequest): Promise<Finding> {
  const began = performance.now();
  return await tried(home, false, signal, async (live) => {
    await answers(live, signal);
    return `${live.product} started and answered in ${Math.round(performance.now() - began)} ms`;
  });
}

/** Whether `--headed` shows a window: one is opened. The main job does without, so what fails is a warning. */
async function window({ home, signal }: CheckRequest): Promise<Finding> {
  try {
    const found = await tried(home, true, signal, async (live, launched) => {
      await answers(live, signal);
      const { targetId } = await live.page(signal);
      const { bounds } = await live.connection.root.send("Browser.getWindowForTarget", { targetId }, signal);
      const where = launched.screen ? `a virtual screen (Xvfb ${launched.screen})` : "the display";
      return `${live.product} opened a window of ${bounds.width} x ${bounds.height} on ${where}`;
    });
    return found.status === "error" ? { ...found, status: "warning" } : found;
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    if (!failure) throw error;
    const fix = failure.code === "no_browser" ? { fix: "svc install --headed" } : fixOf(failure, home);
    return { status: "warning", message: `--headed cannot show a window: ${failure.message}`, ...fix };
  }
}

/** Starts a browser for a moment. What goes wrong before it runs is thrown; afterwards it is a finding. */
async function tried(
  home: string,
  headed: boolean,
  signal: AbortSignal,
  look: (live: Browser, launched: Launched) => Promise<string>,
): Promise<Finding> {
  const folder = scratchFolder(home);
  try {
    const launched = await launch({ home, runFolder: folder, headed });
    const ended = launched.ended.then((reason) => Promise.reject(reason));
    try {
      const live = new Browser(launched.transport, true);
      const work = live.start(signal).then(() => look(live, launched));
      return { status: "ok", message: await Promise.race([work, ended, rejectOnAbort(signal)]) };
    } catch (error) {
      const failure = asFailure(error);
      if (!failure || signal.aborted) throw error;
      return { status: "error", message: failure.message, fix: await startFix(signal) };
    } finally {
      await launched.kill();
    }
  } finally {
    await removeFolder(folder);
  }
}

/** In the temporary folder; in the home where that cannot be written, under a name that no session has. */
function scratchFolder(home: string): string {
  try {
    return mkdtempSync(join(tmpdir(), "svc-"));
  } catch {
    return mkdtempSync(join(privateFolder(home), "doctor."));
  }
}

async function answers(live: Browser, signal: AbortSignal): Promise<void> {
  const page = await live.page(signal);
  const { result } = await page.session.send("Runtime.evaluate", { expression: "1+1", returnByValue: true }, signal);
  if (result.value !== 2) throw new Error(`the page evaluates 1+1 to ${JSON.stringify(result.value)}`);
}

/** A sandbox without user namespaces is the usual reason that a sound browser ends at once. */
async function startFix(signal: AbortSignal): Promise<string> {
  if (process.platform !== "linux" || whyNoSandbox("managed") !== undefined) return "svc install --force";
  // With a mapped user, which AppArmor forbids on systems that allow the bare namespace.
  const { ok } = await runToEnd(["unshare", "--user", "--map-root-user", "true"], signal);
  return ok ? "svc install --force" : "export SVC_NO_SANDBOX=1";
}

function sandbox(): Finding {
  const why = whyNoSandbox("managed");
  if (why === undefined) return { status: "ok", message: "the browser runs in its sandbox" };
  const off = `the browser runs without its sandbox: ${why}`;
  return process.env.SVC_NO_SANDBOX === "1"
    ? { status: "warning", message: off, fix: "unset SVC_NO_SANDBOX" }
    : { status: "warning", message: off };
}

async function sessions({ sessions }: CheckRequest): Promise<Finding> {
  const running = await sessions.list();
  const names = running.map(({ name, phase }) => (phase === "running" ? name : `${name} (${phase})`));
  return { status: "ok", message: names.length === 0 ? "none is running" : names.join(", ") };
}
