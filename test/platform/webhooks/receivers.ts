/** Receivers of webhooks that verify signatures as the published service documents and as Standard Webhooks does. */

import { createHmac } from "node:crypto";
import type { Data } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";

export interface Received {
  headers: Headers;
  body: string;
  json: Data;
  /** Id of the delivery. */
  id: string;
}

/** A local receiver; `answer` responds to a delivery. By default all are accepted. */
export function receiver(
  answer: (received: Received, nth: number) => Response | Promise<Response> = () => new Response("ok"),
) {
  const received: Received[] = [];
  const server = localServer(async (request) => {
    const body = await request.text();
    const id = request.headers.get("webhook-id") ?? "";
    const one = { headers: request.headers, body, json: JSON.parse(body), id };
    received.push(one);
    return await answer(one, received.filter((other) => other.id === id).length);
  });
  return {
    url: `http://127.0.0.1:${server.port}/hook`,
    port: server.port ?? 0,
    received,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** Received statuses of a task, in order. */
export function statuses(received: readonly Received[], taskId?: string): string[] {
  return received
    .filter(({ json }) => taskId === undefined || json.payload.task_id === taskId)
    .map(({ json }) => json.payload.status);
}

/** The documented signature of the published service: computed from the JSON, not from the bytes. */
export function publishedSignature(json: unknown, timestamp: string, secret: string): string {
  return createHmac("sha256", secret)
    .update(`${timestamp}.${pythonJson(json)}`)
    .digest("hex");
}

/** `json.dumps(value, separators=(",", ":"), sort_keys=True)` of Python. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value).sort((a, b) =>
      [...a].join() === [...b].join() ? 0 : codePoints(a) < codePoints(b) ? -1 : 1,
    );
    return `{${names.map((name) => `${pythonJson(name)}:${pythonJson((value as Data)[name])}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function codePoints(text: string): string {
  return [...text].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(6, "0")).join("");
}

/** A signature of Standard Webhooks without its version prefix. */
export function standardSignature({ id, body, headers }: Received, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key)
    .update(`${id}.${headers.get("webhook-timestamp")}.${body}`)
    .digest("base64");
}
