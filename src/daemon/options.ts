/** Launch options as they are kept in the state file, compared and shown. */
import type { LaunchOptions } from "../command.ts";

/** The options as the state file holds them: a CDP URL by its digest, and no key. */
export function comparable({ apiKey: _, ...options }: LaunchOptions): LaunchOptions {
  const { cdpUrl } = options;
  if (cdpUrl === undefined) return options;
  const digest = new Bun.CryptoHasher("sha256").update(cdpUrl).digest("hex").slice(0, 16);
  const url = URL.parse(cdpUrl);
  return { ...options, cdpUrl: `${url?.protocol}//${url?.host}#${digest}` };
}

/** `headed, profile=Work`, as `sessions` shows it. */
export function describeOptions(options: LaunchOptions): string {
  const parts = [
    options.headed ? "headed" : "",
    options.profile === undefined ? "" : `profile=${options.profile}`,
    options.cdpUrl === undefined ? "" : `cdp=${options.cdpUrl.replace(/#.*$/, "")}`,
    options.connect ? "connect" : "",
    options.remote ? "cloud" : "",
    options.remoteProxy === undefined ? "" : `proxy=${options.remoteProxy}`,
  ].filter(Boolean);
  return parts.length === 0 ? "headless" : parts.join(", ");
}
