/**
 * Which addresses a client may have a browser open: those of the web, and documents that it writes itself. What is read and
 * what goes to the browser are the same text, so that no other reading of it is left to try. Knows nothing of networks: those
 * are the egress guard's.
 */

/** Of `blob:` the origin decides that made it. */
const WEB = new Set(["http:", "https:", "data:"]);

/** Of `about:` there are two documents; the others are names of pages of the browser's own, such as `about:version`. */
const BLANK = /^about:(blank|srcdoc)([?#]|$)/;

/** The address as it is to be passed on, or undefined when it is none that a client may open. */
export function openable(text: string): string | undefined {
  // Chrome's own word for a page without an address.
  if (text === "") return "about:blank";
  const url = URL.parse(text);
  if (!url) return undefined;
  if (url.protocol === "blob:") return /^https?:\/\//.test(url.origin) ? url.href : undefined;
  if (WEB.has(url.protocol) || BLANK.test(url.href)) return url.href;
  return undefined;
}

/** The scheme, for words about it; an address may hold secrets. */
export function schemeOf(text: string): string {
  return URL.parse(text)?.protocol ?? "an address without a scheme";
}
