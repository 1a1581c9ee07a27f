/** The checks of `doctor`. Each examines one thing, changes nothing, ends in time, and names the command that repairs it. */

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
import type { Check, CheckRequest, Examine, Finding } from "./finding.ts";
import { models } from "./models.ts";
import { platform } from "./platform-check.ts";
import { brokenBrowser, probe } from "./probe.ts";
import { config, homeFolder, python, settings, sharedMemory, socketPath, tunnels } from "./surroundings.ts";

interface Limits {
  /** How long it may take, if not `CHECK_MS`. */
  ms?: number;
  /** The check is not essential: a timeout is a warning. */
  isOptional?: true;
}

export type NamedCheck = readonly [name: string, examine: Examine, limits?: Limits];

/** A full browser takes several seconds to start and draw on a busy machine. */
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
  ["window", window, { ms: WINDOW_MS, isOptional: true }],
  ["sessions", sessions],
  ["python", python],
  ["tunnels", tunnels],
  ["platform", platform, { isOptional: true }],
  ["models", models, { isOptional: true }],
];

/** How long one check may take. */
const CHECK_MS = 5_000;

/** How long a check may clean up after its time is over. */
const GRACE_MS = 500;

/** Runs all checks, and `more`, at the same time. Rejects only when the signal is aborted. */
export async function runChecks(request: CheckRequest, more: readonly NamedCheck[] = []): Promise<Check[]> {
  const checks = [...CHECKS, ...more].map(async ([name, examine, limits]) => ({
    name,
    ...(await inTime(request, examine, limits)),
  }));
  // After an abort every check is awaited as well, because one of them has to end a browser.
  await Promise.allSettled(checks);
  return await Promise.all(checks);
}

async function inTime(
  request: CheckRequest,
  examine: Examine,
  { ms = CHECK_MS, isOptional }: Limits = {},
): Promise<Finding> {
  const timeout = AbortSignal.timeout(ms);
  const signal = AbortSignal.any([request.signal, timeout]);
  const rejectAfterGrace = rejectOnAbort(signal).catch(() =>
    Bun.sleep(GRACE_MS).then(() => Promise.reject(signal.reason)),
  );
  // When a check throws at once, nobody awaits this promise.
  rejectAfterGrace.catch(() => {});
  try {
    return await Promise.race([examine({ ...request, signal }), rejectAfterGrace]);
  } catch (error) {
    request.signal.throwIfAborted();
    if (timeout.aborted) {
      return { status: isOptional ? "warning" : "error", message: `it did not finish within ${ms / 1000} s` };
    }
    const failure = asFailure(error);
    if (failure) return { status: "error", message: failure.message, ...fixOf(failure, request.home) };
    return {
      status: "error",
      message: `unexpected: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** The command in backticks in the failure's hint, preferably one without placeholders; never `svc doctor`, which is running. */
function fixOf({ code, hint = "" }: Failure, home: string): { fix?: string } {
  const isOfSetting = code === "no_browser" || hint.includes("browser_path");
  if (isOfSetting && resolveSetting(home, "browser_path").source === "environment") {
    return { fix: `unset ${settingOf("browser_path").env}` };
  }
  const quoted = [...hint.matchAll(/`([^`]+)`/g)].map(([, words = ""]) => words);
  const named = quoted.filter((words) => words !== "svc doctor");
  const fix = named.find((words) => !words.includes("<")) ?? named[0];
  return fix === undefined ? {} : { fix };
}

async function browser({ home, signal }: CheckRequest): Promise<Finding> {
  const { name, path, origin } = chooseBrowser(home, false);
  const probed = await probe(path, signal);
  if (probed.version === undefined) throw await brokenBrowser(path, probed, signal, origin === "setting");
  const origins = {
    managed: "installed by svc",
    system: "installed on the system",
    setting: "from the setting browser_path",
  };
  return { status: "ok", message: `${name} ${probed.version}, ${origins[origin]}: ${path}` };
}

/** The essential check: a browser starts and responds. */
async function start({ home, signal }: CheckRequest): Promise<Finding> {
  const began = performance.now();
  return await withBrowser(home, false, signal, async (live) => {
    await checkResponse(live, signal);
    return `${live.product} started and responded in ${Math.round(performance.now() - began)} ms`;
  });
}

/** Opens a window, as `--headed` does. The window is not essential, so a failure is a warning. */
async function window({ home, signal }: CheckRequest): Promise<Finding> {
  try {
    const found = await withBrowser(home, true, signal, async (live, launched) => {
      await checkResponse(live, signal);
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

/** Starts a browser for a moment. Throws failures before it runs; later ones are findings. */
async function withBrowser(
  home: string,
  headed: boolean,
  signal: AbortSignal,
  examine: (live: Browser, launched: Launched) => Promise<string>,
): Promise<Finding> {
  const folder = scratchFolder(home);
  try {
    const launched = await launch({ home, runFolder: folder, headed });
    const ended = launched.ended.then((reason) => Promise.reject(reason));
    try {
      const live = new Browser(launched.transport, true);
      const work = live.start(signal).then(() => examine(live, launched));
      return { status: "ok", message: await Promise.race([work, ended, rejectOnAbort(signal)]) };
    } catch (error) {
      const failure = asFailure(error);
      if (!failure || signal.aborted) throw error;
      return { status: "error", message: failure.message, fix: await startFix(headed, signal) };
    } finally {
      await launched.kill();
    }
  } finally {
    await removeFolder(folder);
  }
}

/** A folder in the temporary folder. If that cannot be written, one in the home folder, with a name that no session has. */
function scratchFolder(home: string): string {
  try {
    return mkdtempSync(join(tmpdir(), "svc-"));
  } catch {
    return mkdtempSync(join(privateFolder(home), "doctor."));
  }
}

async function checkResponse(live: Browser, signal: AbortSignal): Promise<void> {
  const page = await live.page(signal);
  const { result } = await page.session.send("Runtime.evaluate", { expression: "1+1", returnByValue: true }, signal);
  if (result.value !== 2) throw new Error(`the page evaluates 1+1 to ${JSON.stringify(result.value)}`);
}

/** A sandbox without user namespaces is the usual reason why an intact browser ends at once. */
async function startFix(headed: boolean, signal: AbortSignal): Promise<string> {
  const reinstall = `svc install ${headed ? "--headed " : ""}--force`;
  if (process.platform !== "linux" || whyNoSandbox("managed") !== undefined) return reinstall;
  // With a mapped user, which AppArmor forbids on systems that allow the bare namespace.
  const { ok } = await runToEnd(["unshare", "--user", "--map-root-user", "true"], signal);
  return ok ? reinstall : "export SVC_NO_SANDBOX=1";
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
