/** Acquires the browser of a session by its launch options: starts one, attaches to a running one, or leases one in the cloud. */
import { join } from "node:path";
import { Browser } from "../browser/browser.ts";
import type { BrowserSetup } from "../browser/browser-setup.ts";
import { certificatesOf, trustingEnvironment } from "../browser/launch/authority.ts";
import { Conditions, parseHosts, parseViewport } from "../browser/launch/conditions.ts";
import { parseCredentials } from "../browser/launch/credentials.ts";
import { type Launched, launch } from "../browser/launch/launch.ts";
import { parsePermissions, parsePlace } from "../browser/policy/permissions.ts";
import { browserRulesFor } from "../browser/policy/policy.ts";
import { proxiesOf, resolverArguments } from "../browser/policy/resolver.ts";
import { browserOf, copyProfile, localProfiles, matchProfile } from "../browser/profiles/profile.ts";
import type { Transport } from "../cdp/transport.ts";
import type { LeasedBrowser } from "../cloud/lease.ts";
import type { LaunchOptions } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { absolute } from "../lib/address.ts";
import { readText } from "../lib/atomic-file.ts";
import { isWithin } from "../lib/contain.ts";
import { rejectOnAbort, withTimeout } from "../lib/deadline.ts";
import { log } from "../lib/log.ts";
import { isLoopback } from "../lib/loopback.ts";
import { downloadsFolder } from "../lib/paths.ts";
import { type SettingKey, setting } from "../lib/settings.ts";
import type { DialogPolicy } from "../page/events/dialogs.ts";

interface AcquireRequest {
  home: string;
  /** Name of the session. */
  name: string;
  runFolder: string;
  options: LaunchOptions;
  /** Milliseconds until the browser must be ready. */
  startMs: number;
  /** Called as soon as the process runs, before it is ready, so that the state file names it even if the daemon is killed. */
  onLaunch(launched: Launched): void;
  /** Called as soon as a cloud browser is leased. */
  onLease(lease: LeasedBrowser): void;
  /** Aborted when the session ends before its browser is ready. */
  signal: AbortSignal;
}

/** How long after its pipe closed the end of a browser's process may be reported. */
const PIPE_MS = 1_000;

/** Returns a browser that is ready for commands. Ends it again when it does not become ready. Throws `timeout` after `startMs`. */
export async function acquireBrowser(request: AcquireRequest): Promise<Browser> {
  const deadline = AbortSignal.timeout(request.startMs);
  try {
    return await acquire(request, deadline);
  } catch (error) {
    if (!deadline.aborted || asFailure(error)) throw error;
    throw new Failure(
      "timeout",
      `the browser was not ready within ${Math.round(request.startMs)} ms`,
      "Run `svc doctor`, or give it longer with --timeout <ms>.",
    );
  }
}

async function acquire(request: AcquireRequest, deadline: AbortSignal): Promise<Browser> {
  const { cdpUrl, connect, remote } = request.options;
  if (remote) return await leaseBrowser(request, AbortSignal.any([deadline, request.signal]));
  if (cdpUrl === undefined && !connect) return await startBrowser(request, deadline);
  // Loaded here, because a browser that we start needs no WebSocket.
  const { attachTo, attachToRunning } = await import("../browser/launch/attach.ts");
  const { home, options } = request;
  const browserRules = browserRulesFor(home, process.env);
  const setup = { dialogPolicy: () => dialogPolicy(home), browserRules, conditions: conditionsOf(options, home) };
  if (cdpUrl !== undefined) {
    const isFar = !isLoopback(new URL(cdpUrl).hostname);
    return await connectTo(await attachTo(cdpUrl, deadline), { ...setup, isFar }, deadline);
  }
  const found = await attachToRunning(deadline);
  log.info(`connected to ${found.label}`);
  return await connectTo(found.transport, setup, deadline);
}

/** Leases a cloud browser and connects to it. Stops it again when it does not become ready. */
async function leaseBrowser(request: AcquireRequest, signal: AbortSignal): Promise<Browser> {
  const { home, name, options } = request;
  const [{ leaseForSession }, { attachToRemote }] = await Promise.all([
    import("../cloud/connect.ts"),
    import("../cloud/browser.ts"),
  ]);
  const remote = await leaseForSession({ home, session: name, options, signal });
  request.onLease(remote);
  try {
    const setup = {
      dialogPolicy: () => dialogPolicy(home),
      browserRules: browserRulesFor(home, process.env),
      remote,
      conditions: conditionsOf(options, home),
    };
    const browser = await connectTo(await attachToRemote(remote.cdpUrl, signal), setup, signal);
    if (remote.news !== undefined) browser.addEvent({ kind: "cloud", text: remote.news });
    return browser;
  } catch (error) {
    await remote
      .stop()
      .catch((second) => log.warn(`the cloud browser ${remote.id} is still running: ${second.message}`));
    throw error;
  }
}

async function connectTo(transport: Transport, setup: BrowserSetup, deadline: AbortSignal): Promise<Browser> {
  const browser = new Browser(transport, false, setup);
  try {
    await Promise.race([browser.start(deadline), rejectOnAbort(deadline)]);
    return browser;
  } catch (error) {
    browser.connection.close();
    throw error;
  }
}

async function startBrowser(request: AcquireRequest, deadline: AbortSignal): Promise<Browser> {
  const { home, runFolder, options } = request;
  const headed = options.headed ?? false;
  const own = options.profile === undefined ? {} : withProfile(options.profile, home);
  const browserRules = browserRulesFor(home, process.env);
  const args = browserRules.policy ? resolverArguments(browserRules.policy, proxiesOf(process.env)) : [];
  const values = optionsOrSettings(options, home);
  for (const path of [values.caCert, values.downloadsFolder]) checkPath(path, browserRules.rules.fileRoots);
  const conditions = conditionsOf(options, home);
  const authorities = values.caCert === undefined ? undefined : certificatesOf(values.caCert);
  const environment = authorities && { environment: (folder: string) => trustingEnvironment(authorities, folder) };
  const launched = await launch({ home, runFolder, headed, ...own, ...environment, args });
  request.onLaunch(launched);
  const browser = new Browser(launched.transport, true, { ...setupOf(request, launched), browserRules, conditions });
  try {
    await Promise.race([browser.start(deadline), rejectOnAbort(deadline)]);
    if (launched.screen !== undefined)
      browser.addEvent({
        kind: "session",
        text: `no display: the window is on a virtual screen (Xvfb ${launched.screen}), which ends with the session`,
      });
    return browser;
  } catch (error) {
    // The pipe closes when the browser ends: the reason of its process says more.
    const isClosed = asFailure(error)?.code === "closed";
    const reason = isClosed ? await withTimeout(launched.ended, PIPE_MS) : undefined;
    await launched.kill();
    throw reason ?? error;
  }
}

/** The parts of a browser's setup that depend on its session. */
export function setupOf(
  { home, name, options = {} }: { home: string; name: string; options?: LaunchOptions },
  launched: Launched,
): BrowserSetup {
  const saved = optionsOrSettings(options, home).downloadsFolder ?? downloadsFolder(home, name);
  return {
    downloads: { incoming: join(launched.folder, "downloads"), saved },
    dialogPolicy: () => dialogPolicy(home),
    startsEarly: launched.browser.name === "headless-shell",
  };
}

/** Takes each value from the options of the command line, otherwise from the settings. */
function optionsOrSettings(options: LaunchOptions, home: string) {
  const textOf = (typed: string | undefined, key: SettingKey) => {
    const value = typed ?? setting(home, key);
    return value === undefined ? undefined : String(value);
  };
  const path = (typed: string | undefined, key: SettingKey) => {
    const value = textOf(typed, key);
    return value === undefined ? undefined : absolute(value);
  };
  return {
    acceptCert: textOf(options.acceptCert, "accept_cert"),
    caCert: path(options.caCert, "ca_cert"),
    permissions: textOf(options.permissions, "permissions"),
    reportPermissions: options.reportPermissions ?? setting(home, "report_permissions") === true,
    geolocation: textOf(options.geolocation, "geolocation"),
    viewportSize: textOf(options.viewportSize, "viewport_size"),
    downloadsFolder: path(options.downloadsFolder, "downloads_folder"),
  };
}

function conditionsOf(options: LaunchOptions, home: string): Conditions {
  const { acceptCert, permissions, reportPermissions, geolocation, viewportSize } = optionsOrSettings(options, home);
  const file = setting(home, "http_credentials");
  const credentials = options.httpCredentials ?? (file === undefined ? undefined : readText(absolute(String(file))));
  return new Conditions({
    ...(acceptCert === undefined ? {} : { acceptCert: parseHosts(acceptCert) }),
    ...(credentials === undefined ? {} : { credentials: parseCredentials(credentials) }),
    ...(permissions === undefined ? {} : { permissions: parsePermissions(permissions) }),
    reportPermissions,
    ...(geolocation === undefined ? {} : { place: parsePlace(geolocation) }),
    ...(viewportSize === undefined ? {} : { viewport: parseViewport(viewportSize) }),
  });
}

function checkPath(path: string | undefined, roots: readonly string[]): void {
  const outside = path === undefined ? undefined : roots.find((root) => !isWithin(path, root));
  if (outside === undefined) return;
  throw new Failure(
    "denied",
    `${path} is not in the folder of the setting file_root (${outside})`,
    `Use a path in ${outside}.`,
  );
}

/** Read whenever a dialog opens, so that a change of the setting takes effect at once. A file that cannot be read changes nothing. */
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
