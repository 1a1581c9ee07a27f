/** Viewers for tests: programs on the WebSocket, and a browser with the page. */

import { attachTo } from "../../../src/browser/launch/attach.ts";
import { launch } from "../../../src/browser/launch/launch.ts";
import { Connection, type Session } from "../../../src/cdp/connection.ts";
import type { FromViewer, ToViewer, ViewState } from "../../../src/platform/live/stream/messages.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import type { TestPlatform } from "../served.ts";

export interface TestViewer {
  heard: ToViewer[];
  /** Pictures: number, width, height, JPEG, and the shown tab of the last state. */
  pictures: { n: number; width: number; height: number; jpeg: Uint8Array<ArrayBuffer>; tab: string | null }[];
  state(): ViewState | undefined;
  say(message: FromViewer | object | string): void;
  /** Close code and reason. */
  closed: Promise<{ code: number; reason: string }>;
  leave(): Promise<void>;
}

/** Connects a viewer. Acknowledges pictures unless disabled. */
export async function viewer(
  url: string,
  { acks = true, key, headers = {} }: { acks?: boolean; key?: string; headers?: Record<string, string> } = {},
): Promise<TestViewer> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/socket${key ? `?viewer=${key}` : ""}`, { headers });
  socket.binaryType = "arraybuffer";
  const one: TestViewer = {
    heard: [],
    pictures: [],
    state: () => one.heard.findLast((message): message is ViewState => message.t === "state"),
    say: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    closed: new Promise((resolve) => {
      socket.onclose = ({ code, reason }) => resolve({ code, reason });
    }),
    async leave() {
      socket.close();
      await one.closed;
    },
  };
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") return void one.heard.push(JSON.parse(data));
    const head = new DataView(data);
    const n = head.getUint32(0);
    one.pictures.push({
      n,
      width: head.getUint16(4),
      height: head.getUint16(6),
      jpeg: new Uint8Array(data.slice(8)),
      tab: one.state()?.active ?? null,
    });
    if (acks) one.say({ t: "ack", n });
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("the socket did not open"));
  });
  return one;
}

/** Average colour of a picture or a part of it, as red, green, blue. */
export async function colour(jpeg: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const { raw } = await import("../../../src/platform/live/stream/bitmap.ts");
  const png = await new Bun.Image(jpeg).resize(1, 1).png({ compressionLevel: 0 }).bytes();
  return [...raw(png, { width: 1, height: 1 }).pixels.subarray(1, 4)];
}

/** True if the colours are equal within the error of JPEG and VP8. */
export function isLike(seen: readonly number[], meant: readonly number[]): boolean {
  return meant.every((value, n) => Math.abs((seen[n] ?? -1000) - value) < 40);
}

export interface TestTab {
  id: string;
  session: Session;
  evaluate(expression: string): Promise<Data>;
}

/** A protocol client, connected by URL. */
export async function client(cdpUrl: string): Promise<Connection> {
  return new Connection(await attachTo(cdpUrl, AbortSignal.timeout(10_000)));
}

export async function tab(connection: Connection, url: string): Promise<TestTab> {
  const { targetId } = await connection.root.send("Target.createTarget", { url });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  const session = connection.session(sessionId);
  const one: TestTab = {
    id: targetId,
    session,
    async evaluate(expression) {
      const options = { returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", { expression, ...options });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
  // A new tab is complete before it navigates.
  const isThere = `location.href === ${JSON.stringify(url)} && document.readyState === "complete"`;
  await until(() => one.evaluate(isThere), `${url} loaded`);
  return one;
}

/** A browser of the test, not of the platform, to open pages like a person. */
export async function personsBrowser(p: TestPlatform) {
  const launched = await launch({ home: p.home, headed: false, runFolder: `${p.home}/person` });
  const connection = new Connection(launched.transport);
  return {
    connection,
    open: (url: string) => tab(connection, url),
    async [Symbol.asyncDispose]() {
      connection.close();
      await launched.kill();
    },
  };
}

/** A page with that background. */
export function filled(background: string, body = "", title = background): string {
  return `data:text/html,${encodeURIComponent(`<!doctype html><title>${title}</title><body style="margin:0;height:100vh;background:${background}">${body}`)}`;
}
