/** Launch options in the form of the state file, for comparison and display. */
import type { LaunchOptions } from "../command.ts";

/** The options as stored in the state file: a CDP URL and credentials as digests, without the API key. */
export function comparable({ apiKey: _, ...options }: LaunchOptions): LaunchOptions {
  const { cdpUrl, httpCredentials } = options;
  const url = URL.parse(cdpUrl ?? "");
  return {
    ...options,
    ...(cdpUrl === undefined ? {} : { cdpUrl: `${url?.protocol}//${url?.host}#${digest(cdpUrl)}` }),
    ...(httpCredentials === undefined ? {} : { httpCredentials: `#${digest(httpCredentials)}` }),
  };
}

function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 16);
}

/** `headed, profile=Work`, as `sessions` shows the options. */
export function describeOptions(options: LaunchOptions): string {
  const parts = [
    options.headed ? "headed" : "",
    options.profile === undefined ? "" : `profile=${options.profile}`,
    options.cdpUrl === undefined ? "" : `cdp=${options.cdpUrl.replace(/#.*$/, "")}`,
    options.connect ? "connect" : "",
    options.remote ? "cloud" : "",
    options.remoteProxy === undefined ? "" : `proxy=${options.remoteProxy}`,
    options.viewportSize === undefined ? "" : `viewport=${options.viewportSize}`,
    options.acceptCert === undefined ? "" : `accept-cert=${options.acceptCert}`,
    options.caCert === undefined ? "" : `ca-cert=${options.caCert}`,
    options.permissions === undefined ? "" : `permissions=${options.permissions}`,
    options.reportPermissions ? "report-permissions" : "",
    options.geolocation === undefined ? "" : `geolocation=${options.geolocation}`,
    options.downloadsFolder === undefined ? "" : `downloads=${options.downloadsFolder}`,
    options.httpCredentials === undefined ? "" : "http-credentials",
  ].filter(Boolean);
  return parts.length === 0 ? "headless" : parts.join(", ");
}
