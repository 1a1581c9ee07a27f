/**
 * The switches, features and preferences of every browser that we start, each with its reason. They keep it from contacting
 * anybody that no page asked for, and its pages awake; none changes how a page looks or what it may do. `test/browser/
 * quiet.test.ts` counts the packets. Nothing here is for one session alone.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../../lib/atomic-file.ts";
import { DEFAULT_VIEWPORT } from "../../lib/limits.ts";

/** Chrome refuses port 1 before it opens a connection: what is sent to this address goes nowhere, not even to this machine. */
const NOWHERE = "http://127.0.0.1:1";

type Reasoned = readonly (readonly [name: string, reason: string])[];

const QUIET_SWITCHES: Reasoned = [
  ["--disable-background-networking", "lists of unsafe sites, updates of extensions, trial configurations, statistics"],
  ["--disable-component-update", "updates of components"],
  [`--component-updater=url-source=${NOWHERE}`, "components that features ask for all the same, such as models"],
  [`--gaia-url=${NOWHERE}`, "which accounts are signed in (accounts.google.com), asked at start and again and again"],
  ["--disable-sync", "sync of profiles"],
  ["--disable-domain-reliability", "reports of failed requests to sites of its maker"],
  ["--disable-client-side-phishing-detection", "models of phishing pages"],
  ["--disable-breakpad", "crash reports"],
  ["--disable-crash-reporter", "crash reports"],
  ["--disable-field-trial-config", "trials that switch other features on"],
  ["--metrics-recording-only", "statistics are not sent"],
  ["--no-pings", "reports of clicks on links"],
  ["--disable-default-apps", "apps of a new profile"],
];

const QUIET_FEATURES: Reasoned = [
  ["AutofillServerCommunication", "forms of each page told to content-autofill.googleapis.com"],
  ["NetworkTimeServiceQuerying", "the time asked of clients2.google.com"],
  ["OptimizationHints", "hints and models for pages"],
  ["Translate", "languages and translations of pages"],
  ["InterestFeedContentSuggestions", "news for new tabs"],
  ["CertificateTransparencyComponentUpdater", "lists of certificate logs"],
  ["MediaRouter", "displays looked for in the local network (mDNS)"],
  ["DialMediaRouteProvider", "the same by SSDP"],
];

const AWAKE_SWITCHES: Reasoned = [
  ["--remote-debugging-pipe", "the only way in; no port is opened"],
  ["--no-first-run", "no greeting"],
  ["--no-default-browser-check", "no question"],
  ["--no-startup-window", "tabs are ours to open"],
  ["--disable-quic", "one protocol less to wait for"],
  ["--disable-hang-monitor", "no question about a page that is busy"],
  ["--disable-prompt-on-repost", "no question about a form that is sent again"],
  ["--disable-background-timer-throttling", "timers of a tab behind another one"],
  ["--disable-backgrounding-occluded-windows", "windows that others cover"],
  ["--disable-renderer-backgrounding", "processes of tabs behind others"],
  ["--disable-ipc-flooding-protection", "many navigations and clicks in a short time"],
  [`--window-size=${DEFAULT_VIEWPORT.width},${DEFAULT_VIEWPORT.height}`, "the viewport of every browser"],
];

const AWAKE_FEATURES: Reasoned = [
  ["DeferRendererTasksAfterInput", "would hold back the timers of a page after each click, until its next frame"],
];

const disabled = [...QUIET_FEATURES, ...AWAKE_FEATURES].map(([name]) => name).join(",");

/** What stands on the line of every browser. Of two lists of features the last one counts: this is the only one. */
export const SWITCHES: readonly string[] = [
  ...[...AWAKE_SWITCHES, ...QUIET_SWITCHES].map(([name]) => name),
  `--disable-features=${disabled}`,
];

/**
 * What no switch says is written into the profile of a full browser (the headless shell has none of it); all other
 * preferences of a copied profile stay.
 */
export function writePreferences(userDataDir: string, profileDirectory: string, headed: boolean): void {
  const folder = join(userDataDir, profileDirectory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  merge(join(folder, "Preferences"), {
    // A name that does not resolve is asked of other servers, and a page that does not load asks whether a hotel's portal is in the way.
    alternate_error_pages: { enabled: false },
    // A dictionary is fetched for each language, even where spelling is not checked. `dictionary` is the setting of old
    // versions; its default is the browser's language, which Chrome moves into an empty list when somebody first types.
    browser: { enable_spellchecking: false },
    spellcheck: { dictionaries: [], dictionary: "" },
    // Without printing `print()` does nothing, as in a browser without a window: the preview would keep the page's scripts
    // standing until someone closes it.
    ...(headed ? { printing: { enabled: false } } : {}),
  });
  const localState = join(userDataDir, "Local State");
  const { dns_over_https } = readJson<{ dns_over_https?: { mode?: string } }>(localState) ?? {};
  // Servers of DNS over HTTPS are tried again and again where the system's own have one. A person who chose one keeps it.
  if (dns_over_https?.mode !== "secure") merge(localState, { dns_over_https: { mode: "off" } });
}

/** Sets what is said, one level deep, and leaves the rest. */
function merge(path: string, said: Record<string, object>): void {
  const held = readJson<Record<string, object>>(path) ?? {};
  for (const [key, value] of Object.entries(said)) held[key] = { ...held[key], ...value };
  writeFileSync(path, JSON.stringify(held), { mode: 0o600 });
}
