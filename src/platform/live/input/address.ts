/** Converts text of the address bar to a URL that may be opened. */

const LOCAL = /^(localhost|[^/:]*\.local(host)?|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d+)?([/?#]|$)/i;

/** The URL; undefined for files, scripts, pages of the browser and other text. */
export function addressOf(text: string): string | undefined {
  const written = text.trim();
  if (/^about:blank$/i.test(written)) return "about:blank";
  const isWhole = /^https?:\/\//i.test(written);
  // `host:port` has a colon too; `data:` and `javascript:` have no number after it.
  if (!isWhole && /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(written)) return undefined;
  const url = URL.parse(isWhole ? written : `${LOCAL.test(written) ? "http" : "https"}://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(written)) return undefined;
  const isPlace = isWhole || LOCAL.test(written) || url.hostname.includes(".") || url.port !== "";
  return isPlace && url.hostname !== "" ? url.href : undefined;
}
