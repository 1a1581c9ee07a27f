/**
 * HTTP responses with the pages of the live view. Their URL is a bearer secret: no referrer, no caching. Pages may be embedded
 * anywhere, run only our script and load nothing from other sites.
 */
import { createHash } from "node:crypto";
import type { Visit } from "../../socket.ts";
import { LIVE_PAGE } from "../page.gen.ts";
import { REASONS } from "./reasons.ts";

const { script, style } = LIVE_PAGE;
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const SCRIPT_HASH = hash(script);
const STYLE_HASH = hash(style);

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Live view</title>
<meta name="viewport" content="width=device-width,initial-scale=1,interactive-widget=resizes-content"><link rel="icon" href="data:,">
<style>${style}</style><body><script>${script}</script></body></html>`;

/** A page with a message. The texts must be constants. */
const notice = (
  title: string,
  text: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Live view</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<style>${style}</style><body data-watch><main id="stage"><div id="notice"><p id="notice-title">${title}</p>
<p>${text}</p></div></main></body></html>`;

const UNKNOWN = notice(
  "This link has expired",
  "It may also be incomplete, or its API key was revoked. Read the browser through the API for a new link.",
);

/** The view itself. */
export function livePage({ request, base }: Visit): Response {
  if (request.method !== "GET" && request.method !== "HEAD")
    return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: "GET, HEAD" } });
  // For browsers that do not include WebSockets in 'self'.
  const { host } = new URL(base);
  return page(HTML, 200, `script-src ${SCRIPT_HASH}; connect-src 'self' ws://${host} wss://${host}`);
}

/** The response to every invalid URL: always the same, so that it reveals no browsers. */
export function unknownPage(isSocket: boolean): Response {
  if (isSocket) return Response.json({ detail: "Session not found" }, { status: 404 });
  return page(UNKNOWN, 404, "script-src 'none'");
}

/** The page of a browser that has ended. */
export function endedPage(reason: string | undefined): Response {
  return page(notice("This browser has ended", REASONS[reason ?? ""] ?? ""), 410, "script-src 'none'");
}

function page(html: string, status: number, more: string): Response {
  const policy = [
    "default-src 'none'",
    // Size and position of the picture are inline styles.
    `style-src ${STYLE_HASH}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
    more,
  ];
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}
