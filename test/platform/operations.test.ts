/** Operations: health, metrics, host names, https, one server per home, clean stop. */

import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseReader } from "../../src/platform/listen.ts";
import { routeOf } from "../../src/platform/metrics.ts";
import { serverOptions } from "../../src/platform/serve-options.ts";
import { failureOf } from "../support/failure.ts";
import { temporaryFolder } from "../support/folder.ts";
import { SELF_SIGNED } from "./egress/self-signed.ts";
import { served } from "./served.ts";

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("health and readiness need no key, metrics do", async () => {
  await using p = await served();
  expect(await get(`${p.url}/healthz`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(await get(`${p.url}/readyz`)).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  const refused = await get(`${p.url}/metrics`);
  expect(refused.status).toBe(401);
  expect(refused.text).toContain("Bearer");
  await p.browser();
  await p.call("GET", "/v2/profiles/0f8fad5b-d9cb-469f-a165-70867728950e");
  await p.call("GET", "/v2/made-up");
  const metrics = await get(`${p.url}/metrics`, { authorization: `Bearer ${p.key}` });
  expect(metrics.headers.get("content-type")).toStartWith("text/plain");
  expect(metrics.text).toContain('svc_browsers{state="running"} 1');
  expect(metrics.text).toContain('route="/api/v3/browsers",status="201"');
  expect(metrics.text).not.toContain("made-up");
  expect(metrics.text).not.toContain(p.key);
});

test("routes in metrics contain no identifiers and tokens", () => {
  expect(routeOf("/api/v3/browsers/0f8fad5b-d9cb-469f-a165-70867728950e/downloads")).toBe(
    "/api/v3/browsers/{id}/downloads",
  );
  expect(routeOf("/cdp/0f8fad5b-d9cb-469f-a165-70867728950e/secret")).toBe("/cdp/*");
  expect(routeOf("/wp-login.php")).toBe("other");
  expect(routeOf("/")).toBe("/");
});

test("refuses host names that the operator did not allow", async () => {
  await using p = await served({ hosts: ["svc.internal"] });
  const { port } = new URL(p.url);
  const at = (host: string) => get(`${p.url}/healthz`, { host });
  expect((await at(`evil.example:${port}`)).status).toBe(421);
  expect((await at("svc.internal")).status).toBe(200);
  expect((await at(`localhost:${port}`)).status).toBe(200);
  expect((await at(`192.168.1.5:${port}`)).status).toBe(200);
});

test("links use the address of the request, or the public URL", () => {
  const given = { host: "0.0.0.0", isSecure: false, names: [] };
  const from = (host: string) => new Request("http://x/", { headers: { host } });
  expect(baseReader({ ...given, publicUrl: undefined })(from("127.0.0.1:9"))).toBe("http://127.0.0.1:9");
  expect(baseReader({ ...given, isSecure: true, publicUrl: undefined })(from("[::1]:9"))).toBe("https://[::1]:9");
  const behind = baseReader({ ...given, publicUrl: "https://svc.example.com" });
  expect(behind(from("svc.example.com"))).toBe("https://svc.example.com");
  expect(behind(from("127.0.0.1:9"))).toBe("https://svc.example.com");
  expect(behind(from("evil.example.com"))).toBeUndefined();
  expect(behind(from("user@127.0.0.1"))).toBeUndefined();
});

test("links use the public URL", async () => {
  await using p = await served({ publicUrl: "https://svc.example.com" });
  const { cdpUrl, liveUrl } = await p.browser();
  expect(cdpUrl).toStartWith("wss://svc.example.com/cdp/");
  expect(liveUrl).toStartWith("https://svc.example.com/live/");
});

test("refuses a second server of a home and names the address of the first", async () => {
  await using p = await served();
  const second = await failureOf(() => served({ home: p.home }));
  expect(second).toMatchObject({ code: "conflict" });
  expect(second.message).toContain(p.url);
});

test("listens on loopback only if all keys are revoked", async () => {
  await using p = await served();
  for (const { id } of await p.server.keys.list()) await p.server.keys.revoke(id);
  await p.server.close();
  const refused = await failureOf(() => served({ home: p.home, host: "0.0.0.0" }));
  expect(refused).toMatchObject({ code: "usage" });
  expect(refused.hint).toContain("svc serve keys create");
});

test("reports a port in use, and the first key at the start that succeeds", async () => {
  await using p = await served();
  using home = temporaryFolder();
  const refused = await failureOf(() => served({ home: home.path, port: Number(new URL(p.url).port) }));
  expect(refused).toMatchObject({ code: "usage" });
  expect(refused.hint).toContain("--port");
  const second = await served({ home: home.path });
  expect(second.server.firstKey).toStartWith("svc_");
  await second.server.close();
});

test("a failed first start creates no key", async () => {
  await using p = await served();
  using home = temporaryFolder();
  await failureOf(() => served({ home: home.path, port: Number(new URL(p.url).port) }));
  await using second = await served({ home: home.path });
  expect(second.server.firstKey).toStartWith("svc_");
});

test("a clean stop ends the browsers and leaves nothing", async () => {
  const p = await served();
  const { id } = await p.browser();
  const started = p.server.platform.fleet.get(id)?.started.launched.process.pid ?? 0;
  await p.server.close();
  expect(existsSync(`/proc/${started}`)).toBe(false);
  expect(readdirSync(join(p.home, "server", "run"))).toEqual([]);
  expect(readdirSync(join(p.home, "server"))).not.toContain("serve.lock");
  await using again = await served({ home: p.home });
  expect((await again.call("GET", `/v3/browsers/${id}`)).body).toMatchObject({ status: "stopped" });
  rmSync(p.home, { recursive: true, force: true });
});

test("https with certificate files, and reports invalid ones at the start", async () => {
  using folder = temporaryFolder();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const [cert, key] = [file("it.crt", SELF_SIGNED.cert), file("it.key", SELF_SIGNED.key)];
  const { tls } = serverOptions(folder.path, { tlsCert: cert, tlsKey: key });
  await using p = await served({ tls });
  expect(p.url).toStartWith("https://");
  // The name in the certificate.
  const url = `https://localhost:${new URL(p.url).port}`;
  const trusting = { tls: { ca: SELF_SIGNED.cert } };
  expect((await fetch(`${url}/healthz`, trusting)).status).toBe(200);
  const made = await fetch(`${url}/api/v3/browsers`, {
    method: "POST",
    headers: { "x-svc-api-key": p.key, "content-type": "application/json" },
    body: "{}",
    ...trusting,
  });
  const { cdpUrl, liveUrl } = (await made.json()) as { cdpUrl: string; liveUrl: string };
  expect(cdpUrl).toStartWith("wss://localhost:");
  expect((await fetch(liveUrl, trusting)).status).toBe(200);
  const answer = await new Promise((resolve, reject) => {
    const socket = new WebSocket(cdpUrl, trusting);
    socket.onerror = () => reject(new Error("the socket did not open"));
    socket.onopen = () => socket.send('{"id":1,"method":"Browser.getVersion"}');
    socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
  });
  expect(answer).toMatchObject({ id: 1, result: { protocolVersion: "1.3" } });
  const wrong = (cert: string, key: string | undefined) =>
    failureOf(() => serverOptions(folder.path, { tlsCert: cert, tlsKey: key }));
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = file("other.key", privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  expect((await wrong(cert, other)).message).toContain("does not match the certificate");
  expect((await wrong(cert, undefined)).hint).toContain("--tls-key");
  expect(await wrong(join(folder.path, "none"), key)).toMatchObject({ code: "not_found" });
  expect((await wrong(file("bad.crt", "no certificate"), key)).message).toContain("bad.crt is not valid PEM");
  // The message names the file.
  expect((await wrong(cert, file("bad.key", "no key"))).message).toContain("the key");
});
