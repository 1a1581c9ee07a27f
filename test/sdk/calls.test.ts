/** How each SDK makes a call: when it sends it again, what it throws, what it never shows. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Data } from "../fixture.ts";
import { type Call, type Sdk, sdks, Thrown } from "./sdks.ts";
import { reply, type StrangeServer, strangeServer } from "./strange-server.ts";

const KEY = "svc_a-key-that-nobody-sees";
const SESSION = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";
const get = { method: ["sessions", "get"], args: [SESSION] };
const create = { method: ["sessions", "create"], params: { task: "look" } };
const rename = { method: ["profiles", "update"], args: [SESSION], params: { name: "work" } };

async function call(sdk: Sdk, server: StrangeServer, what: Omit<Call, "client">, client: object = {}): Promise<Data> {
  return await sdk.call({ client: { apiKey: KEY, baseUrl: server.url, ...client }, ...what });
}

async function failed(...args: Parameters<typeof call>): Promise<Data> {
  const error = await call(...args).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error instanceof Thrown) return error.told;
  throw new Error(`it did not fail as it should: ${error}`);
}

const done = reply(200, { id: SESSION, status: "idle" });
const busy = reply(429, { detail: "Too many" }, { "Retry-After": "0" });
const away = reply(503, { detail: "Away" }, { "Retry-After": "0" });

for (const sdk of sdks())
  describe(sdk.name, () => {
    afterAll(() => sdk[Symbol.asyncDispose]());

    test("waits and asks again when the server is busy", async () => {
      await using server = await strangeServer(busy, away, done);
      expect(await call(sdk, server, get)).toMatchObject({ id: SESSION });
      expect(server.received).toHaveLength(3);
    });

    test("gives up after as many attempts as it may make", async () => {
      await using server = await strangeServer(busy);
      expect(await failed(sdk, server, get, { maxRetries: 2 })).toMatchObject({ code: "rate_limited", status: 429 });
      expect(server.received).toHaveLength(3);
    });

    test("does not wait for longer than the call may take", async () => {
      await using server = await strangeServer(reply(429, { detail: "Too many" }, { "Retry-After": "3600" }));
      expect(await failed(sdk, server, get)).toMatchObject({ status: 429 });
      expect(server.received).toHaveLength(1);
    });

    test("sends what may do something twice again only where nothing was done", async () => {
      await using server = await strangeServer(busy, away);
      expect(await failed(sdk, server, rename)).toMatchObject({ code: "unavailable", status: 503 });
      expect(server.received).toHaveLength(2);
    });

    test("sends a new session again under the same key", async () => {
      await using server = await strangeServer({ text: "", cut: true }, away, done);
      expect(await call(sdk, server, create)).toMatchObject({ id: SESSION });
      const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f-]{32,36}$/);
    });

    test("takes a key of the caller", async () => {
      await using server = await strangeServer(done);
      await call(sdk, server, { ...create, params: { task: "look", options: { idempotencyKey: "mine" } } });
      expect(server.received[0]?.headers["idempotency-key"]).toBe("mine");
    });

    for (const [what, answer] of Object.entries({
      "breaks off in its head": { text: "HTTP/1.1 200 OK\r\nContent-", cut: true },
      "breaks off in its body": { text: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"id"', cut: true },
      "breaks off in a chunk": { text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"id"', cut: true },
      "is no HTTP": { text: "hello\r\n\r\n", cut: true },
      "is no JSON": reply(200, undefined, { "Content-Length": "2" }).text.length > 0 && {
        text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n<a",
      },
    } as Record<string, { text: string; cut?: true }>)) {
      test(`an answer that ${what} is asked for again, and else an error of the connection`, async () => {
        await using server = await strangeServer(answer, done);
        expect(await call(sdk, server, get)).toMatchObject({ id: SESSION });
        server.answers = [answer];
        expect(await failed(sdk, server, get, { maxRetries: 0 })).toMatchObject({ code: "connection" });
        server.answers = [answer, done];
        expect(await failed(sdk, server, rename)).toMatchObject({ code: "connection" });
      });
    }

    test("a chunked answer is read whole", async () => {
      const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"id": "\r\n24;x=y\r\n${SESSION}\r\n2\r\n"}\r\n0\r\nX-After: 1\r\n\r\n`;
      await using server = await strangeServer({ text });
      expect(await call(sdk, server, get)).toMatchObject({ id: SESSION });
      expect(await call(sdk, server, get)).toMatchObject({ id: SESSION });
    });

    test("an answer that does not come is given up in time", async () => {
      await using server = await strangeServer({ text: "", hold: true });
      const limits = { timeoutMs: 50, maxRetries: 1 };
      expect(await failed(sdk, server, get, limits)).toMatchObject({ code: "timeout" });
      expect(server.received).toHaveLength(2);
      expect(await failed(sdk, server, get, { totalTimeoutMs: 50 })).toMatchObject({ code: "timeout" });
      expect(server.received).toHaveLength(3);
    });

    test("so is one whose body does not come", async () => {
      await using server = await strangeServer({ text: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"id"' });
      expect(await failed(sdk, server, get, { timeoutMs: 50, maxRetries: 0 })).toMatchObject({ code: "timeout" });
    });

    test("a server that is not there is an error of the connection", async () => {
      const server = await strangeServer(done);
      await server[Symbol.asyncDispose]();
      expect(await failed(sdk, server, get, { maxRetries: 0 })).toMatchObject({ code: "connection" });
    });

    for (const [status, code] of Object.entries({
      400: "bad_request",
      401: "unauthorized",
      402: "payment_required",
      403: "forbidden",
      404: "not_found",
      408: "timeout",
      409: "conflict",
      413: "too_large",
      415: "unsupported_media_type",
      429: "rate_limited",
      500: "server_error",
      501: "not_implemented",
      502: "unavailable",
      503: "unavailable",
      504: "unavailable",
    }))
      test(`${status} is ${code}, with its words, hint and id`, async () => {
        const answer = reply(Number(status), { detail: "Not so", hint: "Do it so." }, { "X-Request-Id": "r-1" });
        await using server = await strangeServer(answer);
        const error = await failed(sdk, server, get, { maxRetries: 0 });
        const wanted = { code, status: Number(status), hint: "Do it so.", requestId: "r-1" };
        expect(error).toMatchObject({ ...wanted, message: `${status} Not so` });
      });

    test("422 tells what is wrong where", async () => {
      const problems = [{ loc: ["body", "task"], msg: "Field required", type: "missing" }];
      await using server = await strangeServer(reply(422, { detail: problems }));
      const error = await failed(sdk, server, create);
      expect(error).toMatchObject({ code: "invalid", problems, message: "422 body.task: Field required" });
    });

    test("errors that are no JSON are told by their status", async () => {
      await using server = await strangeServer({ text: "HTTP/1.1 500 No\r\nContent-Length: 4\r\n\r\nOops" });
      expect(await failed(sdk, server, get)).toMatchObject({
        status: 500,
        message: "500 The server refused the request",
      });
    });

    test("a redirect is not followed: the key is for one server", async () => {
      await using other = await strangeServer(done);
      await using server = await strangeServer(reply(302, undefined, { Location: `${other.url}/api` }));
      expect(await failed(sdk, server, get)).toMatchObject({ status: 302 });
      expect(other.received).toEqual([]);
    });

    test("no error shows the key", async () => {
      await using server = await strangeServer(reply(400, { detail: "No" }));
      const shown = [await failed(sdk, server, create), await failed(sdk, server, { ...get, args: [""] })];
      server.answers = [{ text: "", cut: true }];
      shown.push(await failed(sdk, server, create, { maxRetries: 0 }));
      for (const one of shown) expect(JSON.stringify(one)).not.toContain("nobody-sees");
      expect(server.received[0]?.headers["x-svc-api-key"]).toBe(KEY);
    });

    test("an id that would lead elsewhere is refused", async () => {
      await using server = await strangeServer(done);
      for (const id of ["", ".", ".."])
        expect(await failed(sdk, server, { ...get, args: [id] })).toMatchObject({ name: "TypeError" });
      await call(sdk, server, { ...get, args: ["a/../b?c"] });
      expect(server.received.map(({ path }) => path)).toEqual(["/api/v3/sessions/a%2F..%2Fb%3Fc"]);
    });

    test("the address may be the server's or the API's", async () => {
      await using server = await strangeServer(done);
      for (const tail of ["/", "/api", "/api/v3/", "/below/api/v2"])
        await call(sdk, server, get, { baseUrl: server.url + tail });
      const paths = server.received.map(({ path }) => path.replace(SESSION, "id"));
      expect(paths).toEqual([...Array(3).fill("/api/v3/sessions/id"), "/below/api/v3/sessions/id"]);
    });

    test("without a key or an address there is no client", async () => {
      await using server = await strangeServer(done);
      expect(await failed(sdk, server, get, { apiKey: "" })).toMatchObject({ code: "configuration" });
      expect(await failed(sdk, server, get, { apiKey: "svc_a\nb" })).toMatchObject({ code: "configuration" });
      for (const baseUrl of ["", "ftp://x", "http://user:word@x", "nonsense"])
        expect(await failed(sdk, server, get, { baseUrl })).toMatchObject({ code: "configuration" });
    });

    test("null is sent, and what is left out is not", async () => {
      await using server = await strangeServer(done);
      await call(sdk, server, { ...create, params: { task: "look", proxyCountryCode: null } });
      expect(JSON.parse(server.received[0]?.body ?? "")).toEqual({ task: "look", proxyCountryCode: null });
    });
  });
