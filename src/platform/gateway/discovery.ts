/** HTTP endpoints of Chrome's debugging port: version and targets. */
import { isInterface } from "../../cdp/shared/sessions.ts";
import type { RunningBrowser } from "../engine/lifecycle/running.ts";

/** Timeout of the browser's answer. */
const ANSWER_MS = 5_000;

/** `/json/version`: the browser and its WebSocket URL. */
export async function version(browser: RunningBrowser, socketUrl: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const { product, protocolVersion, userAgent, jsVersion, revision } = await browser.connection.root.send(
    "Browser.getVersion",
    {},
    signal,
  );
  return json({
    Browser: product,
    "Protocol-Version": protocolVersion,
    "User-Agent": userAgent,
    "V8-Version": jsVersion,
    "WebKit-Version": `537.36 (${revision})`,
    webSocketDebuggerUrl: socketUrl,
  });
}

/** `/json/list`: the targets, each with its WebSocket URL. */
export async function list(browser: RunningBrowser, socketUrl: string): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const { targetInfos } = await browser.connection.root.send("Target.getTargets", {}, signal);
  return json(
    targetInfos
      .filter((target) => !isInterface(target))
      .map(({ targetId, type, title, url }) => ({
        description: "",
        id: targetId,
        title,
        type,
        url,
        webSocketDebuggerUrl: `${socketUrl}/devtools/page/${targetId}`,
      })),
  );
}

/** Not cached: the URLs in it are secrets. */
export function json(body: unknown): Response {
  return Response.json(body, { headers: { "cache-control": "no-store" } });
}
