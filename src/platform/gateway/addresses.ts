/**
 * URLs that a client may open in a browser: those of the web, and documents in the URL itself. The normalized text is what goes
 * to the browser, so that both read the same URL. Network rules are enforced by the egress guard.
 */

/** For `blob:` the origin decides. */
const WEB = new Set(["http:", "https:", "data:"]);

/** Only these two are documents; others are pages of the browser, such as `about:version`. */
const BLANK = /^about:(blank|srcdoc)([?#]|$)/;

/** The normalized URL; undefined if a client may not open it. */
export function openable(text: string): string | undefined {
  // Chrome treats an empty URL as a blank page.
  if (text === "") return "about:blank";
  const url = URL.parse(text);
  if (!url) return undefined;
  if (url.protocol === "blob:") return /^https?:\/\//.test(url.origin) ? url.href : undefined;
  if (WEB.has(url.protocol) || BLANK.test(url.href)) return url.href;
  return undefined;
}

/** The scheme, for error messages; a URL may contain secrets. */
export function schemeOf(text: string): string {
  return URL.parse(text)?.protocol ?? "a URL without a scheme";
}
