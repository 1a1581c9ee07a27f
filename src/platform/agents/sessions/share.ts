/**
 * The public page of a shared session: its messages and screenshots, for anyone with the URL. The page runs no scripts and escapes all
 * content, because messages can contain text of hostile web pages.
 */
import { createHash } from "node:crypto";
import type { RouteHandler } from "../../socket.ts";
import type { MessageRecord } from "../../store/records/messages.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { type Records, textOf } from "../runs/progress-writer.ts";

const PATH = /^\/share\/([\w-]{16,64})(?:\/([0-9a-f-]{36}))?$/;

/** Most messages on the page, and most characters of each. */
const MAX_MESSAGES = 1_000;
const MAX_CHARACTERS = 4_000;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; }
article { border-top: 1px solid #8884; padding: .75rem 0; }
small { opacity: .7; }
pre { white-space: pre-wrap; margin: .25rem 0; font: .85rem/1.45 ui-monospace, monospace; }
img { max-width: 100%; border: 1px solid #8884; border-radius: 4px; }
`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
  "content-security-policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
};

export function shareRoutes(records: Pick<Records, "sessions" | "messages" | "objects">): RouteHandler {
  const { sessions, messages } = records;
  return async ({ request, url }) => {
    if (!url.pathname.startsWith("/share/")) return undefined;
    if (request.method !== "GET" && request.method !== "HEAD")
      return Response.json({ detail: "Method Not Allowed" }, { status: 405, headers: { Allow: "GET, HEAD" } });
    const [, token = "", messageId] = PATH.exec(url.pathname) ?? [];
    const session = token === "" ? undefined : await sessions.byShare(token);
    if (!session) return page(404, "Not shared", "<p>No session is shared at this address.</p>");
    if (messageId !== undefined) return await picture(records, session, messageId);
    if (request.method === "GET") await sessions.viewed(session.id);
    const { messages: shown } = await messages.page(session.id, { after: 0, limit: MAX_MESSAGES });
    return page(200, session.title ?? "Session", body(session, token, shown));
  };
}

async function picture(
  { messages, objects }: Pick<Records, "messages" | "objects">,
  session: SessionRecord,
  messageId: string,
): Promise<Response> {
  const seq = await messages.seqOf(session.id, messageId);
  const found = seq === undefined ? [] : (await messages.page(session.id, { after: seq - 1, limit: 1 })).messages;
  const key = found[0]?.screenshot;
  const bytes = key ? await objects.get(key) : undefined;
  if (!key || !bytes) return page(404, "Not found", "<p>This screenshot is not available.</p>");
  const kind = key.endsWith(".png") ? "image/png" : key.endsWith(".webp") ? "image/webp" : "image/jpeg";
  return new Response(new Uint8Array(bytes), { headers: { ...HEADERS, "content-type": kind } });
}

function body(session: SessionRecord, token: string, messages: readonly MessageRecord[]): string {
  const { status, stepCount, output, isSuccessful, reason } = session;
  const outcome = isSuccessful === null ? "" : isSuccessful ? " · succeeded" : " · failed";
  const answer = output === null ? (reason ?? "") : textOf(output);
  return [
    `<p><small>${status} · ${stepCount} steps${outcome}</small></p>`,
    answer === "" ? "" : `<h2>Outcome</h2><pre>${escaped(answer)}</pre>`,
    "<h2>Messages</h2>",
    ...messages.filter(({ hidden }) => !hidden).map((one) => article(one, token)),
  ].join("\n");
}

function article({ id, role, type, summary, data, screenshot, createdAt }: MessageRecord, token: string): string {
  const who = role === "human" ? "Person" : "Agent";
  const text = data.length > MAX_CHARACTERS ? `${data.slice(0, MAX_CHARACTERS).toWellFormed()}…` : data;
  const isAction = type.startsWith("browser_") || type.startsWith("file_") || type.startsWith("code_");
  return [
    `<article><small>${who} · ${escaped(type.replaceAll("_", " "))} · ${new Date(createdAt).toISOString().slice(0, 19).replace("T", " ")} UTC</small>`,
    summary === "" ? "" : `<div>${escaped(summary)}</div>`,
    isAction && summary !== "" ? "" : `<pre>${escaped(text)}</pre>`,
    screenshot === null ? "" : `<img alt="The page after this step" loading="lazy" src="/share/${token}/${id}">`,
    "</article>",
  ].join("");
}

function page(status: number, title: string, content: string): Response {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`;
  const html = `<!doctype html><html lang="en"><head>${head}<style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${content}</body></html>`;
  return new Response(html, { status, headers: HEADERS });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
