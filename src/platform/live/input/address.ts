/** What a person writes into the address bar of the live view, as an address that may be opened. Opens nothing. */

const LOCAL = /^(localhost|[^/:]*\.local(host)?|\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d+)?([/?#]|$)/i;

/** The address, or undefined for what is none: files, scripts and the browser's own pages are not opened from here. */
export function addressOf(text: string): string | undefined {
  const written = text.trim();
  if (/^about:blank$/i.test(written)) return "about:blank";
  const isWhole = /^https?:\/\//i.test(written);
  // `host:port` has a colon too, `data:` and `javascript:` have no number behind it.
  if (!isWhole && /^[a-z][a-z0-9+.-]*:(?!\d+([/?#]|$))/i.test(written)) return undefined;
  const url = URL.parse(isWhole ? written : `${LOCAL.test(written) ? "http" : "https"}://${written}`);
  if (!url || !/^https?:$/.test(url.protocol) || /\s/.test(written)) return undefined;
  const isPlace = isWhole || LOCAL.test(written) || url.hostname.includes(".") || url.port !== "";
  return isPlace && url.hostname !== "" ? url.href : undefined;
}
