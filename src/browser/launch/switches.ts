/**
 * Switches, features and preferences of every browser that svc starts, each with its reason. They prevent network
 * traffic that no page causes, and keep pages active in the background. None changes how a page looks or what it may
 * do. `test/browser/launch/quiet.test.ts` counts the packets.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../../lib/atomic-file.ts";
import { DEFAULT_VIEWPORT } from "../../lib/limits.ts";

/** Chrome refuses port 1 before it opens a connection, so nothing is sent to this address. */
const NOWHERE = "http://127.0.0.1:1";

type SwitchTable = readonly (readonly [name: string, reason: string])[];

const QUIET_SWITCHES: SwitchTable = [
  ["--disable-background-networking", "lists of unsafe sites, extension updates, field trials, statistics"],
  ["--disable-component-update", "updates of components"],
  [`--component-updater=url-source=${NOWHERE}`, "components that features ask for all the same, such as models"],
  [`--gaia-url=${NOWHERE}`, "the signed-in accounts (accounts.google.com), requested at start and repeatedly"],
  ["--disable-sync", "sync of profiles"],
  ["--disable-domain-reliability", "reports of failed requests to Google"],
  ["--disable-client-side-phishing-detection", "models of phishing pages"],
  ["--disable-breakpad", "crash reports"],
  ["--disable-crash-reporter", "crash reports"],
  ["--disable-field-trial-config", "trials that switch other features on"],
  ["--metrics-recording-only", "statistics are not sent"],
  ["--no-pings", "reports of clicks on links"],
  ["--disable-default-apps", "apps of a new profile"],
];

const QUIET_FEATURES: SwitchTable = [
  ["AutofillServerCommunication", "sends the forms of each page to content-autofill.googleapis.com"],
  ["NetworkTimeServiceQuerying", "requests the time from clients2.google.com"],
  ["OptimizationHints", "hints and models for pages"],
  ["Translate", "languages and translations of pages"],
  ["InterestFeedContentSuggestions", "news for new tabs"],
  ["CertificateTransparencyComponentUpdater", "lists of certificate logs"],
  ["MediaRouter", "searches the local network for displays (mDNS)"],
  ["DialMediaRouteProvider", "the same by SSDP"],
];

const CONTROL_SWITCHES: SwitchTable = [
  ["--remote-debugging-pipe", "the only way in; no port is opened"],
  ["--no-first-run", "no welcome page"],
  ["--no-default-browser-check", "no question"],
  ["--no-startup-window", "svc opens the tabs"],
  ["--disable-quic", "one protocol less to wait for"],
  ["--disable-hang-monitor", "no question about a page that is busy"],
  ["--disable-prompt-on-repost", "no question about a form that is sent again"],
  ["--disable-background-timer-throttling", "timers of a tab behind another one"],
  ["--disable-backgrounding-occluded-windows", "windows that others cover"],
  ["--disable-renderer-backgrounding", "processes of tabs behind others"],
  ["--disable-ipc-flooding-protection", "many navigations and clicks in a short time"],
  [`--window-size=${DEFAULT_VIEWPORT.width},${DEFAULT_VIEWPORT.height}`, "the viewport of every browser"],
];

const CONTROL_FEATURES: SwitchTable = [
  ["DeferRendererTasksAfterInput", "would hold back the timers of a page after each click, until its next frame"],
];

const disabled = [...QUIET_FEATURES, ...CONTROL_FEATURES].map(([name]) => name).join(",");

/** The switches of every browser. Chrome uses only the last list of features, so this is the only one. */
export const SWITCHES: readonly string[] = [
  ...[...CONTROL_SWITCHES, ...QUIET_SWITCHES].map(([name]) => name),
  `--disable-features=${disabled}`,
];

/**
 * Writes preferences that have no switch into the profile of a full browser (the headless shell ignores them). Other
 * preferences of a copied profile stay.
 */
export function writePreferences(userDataDir: string, profileDirectory: string, headed: boolean): void {
  const folder = join(userDataDir, profileDirectory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  merge(join(folder, "Preferences"), {
    // Otherwise Chrome asks other servers about names that do not resolve, and looks for captive portals when a page
    // does not load.
    alternate_error_pages: { enabled: false },
    // Otherwise Chrome downloads a dictionary for each language, even without spell checking. `dictionary` is the
    // setting of old versions; its default is the browser's language, which Chrome moves into an empty list when
    // somebody first types.
    browser: { enable_spellchecking: false },
    spellcheck: { dictionaries: [], dictionary: "" },
    // With printing disabled `print()` does nothing, as in a headless browser. The print preview would block the page's
    // scripts until somebody closes it.
    ...(headed ? { printing: { enabled: false } } : {}),
  });
  const localState = join(userDataDir, "Local State");
  const { dns_over_https } = readJson<{ dns_over_https?: { mode?: string } }>(localState) ?? {};
  // Otherwise Chrome tries DNS over HTTPS again and again when the system's resolver supports it. A mode that the user
  // has chosen stays.
  if (dns_over_https?.mode !== "secure") merge(localState, { dns_over_https: { mode: "off" } });
}

/** Sets the values, one level deep, and keeps all others. */
function merge(path: string, changes: Record<string, object>): void {
  const content = readJson<Record<string, object>>(path) ?? {};
  for (const [key, value] of Object.entries(changes)) content[key] = { ...content[key], ...value };
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 });
}
