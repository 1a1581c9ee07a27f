/**
 * Gives every browser its own proxy, which enforces the network rules, selects the upstream proxy and counts its traffic. The
 * browser's arguments leave no other way out.
 */
import { log } from "../../../lib/log.ts";
import { type Dial, direct, through } from "../../egress/dial.ts";
import { Denied, Guard, type GuardSetup, type Rule } from "../../egress/guard.ts";
import { openProxy } from "../../egress/proxy.ts";
import { Traffic } from "../../egress/traffic.ts";
import { chooseUpstream, type Offer, type Upstream } from "../../egress/upstream.ts";
import { Refusal } from "../../refusal.ts";
import type { BrowserSettings } from "../../store/records/browser-rows.ts";
import type { BrowserRecords } from "../../store/records/browsers.ts";
import type { LifecycleHook } from "./lifecycle-hook.ts";
import type { BrowserRequest, BrowserWorkspace } from "./running.ts";

export interface NetworkSetup extends GuardSetup {
  records: Pick<BrowserRecords, "addTraffic">;
  offer: Offer;
}

export interface Network extends LifecycleHook {
  /** Errors: `Refusal` 422 for a country without a proxy, and for a custom proxy at a forbidden address. */
  check(request: Pick<BrowserRequest, "settings">): Promise<void>;
  /** The rules of all browsers. */
  readonly guard: Guard;
  /** Number of refusals by rule. */
  readonly denials: ReadonlyMap<Rule, number>;
  /** Number of open proxies. */
  readonly size: number;
}

/** Interval of writing traffic to the records. */
const FLUSH_MS = 10_000;

/** Logged refusals per browser: a page can cause any number. */
const MAX_LOGGED = 50;

/** Arguments that force all traffic through the proxy. A second `--disable-features` would replace the first, so none is here. */
function argumentsFor(port: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${port}`,
    // By default Chrome bypasses the proxy for loopback.
    "--proxy-bypass-list=<-loopback>",
    // Names are resolved by the proxy only.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    // The names of the option in Chrome and in the headless shell.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}

export function network(setup: NetworkSetup): Network {
  const proxies = new Map<string, BrowserProxy>();
  const released = new WeakSet<BrowserWorkspace>();
  const denials = new Map<Rule, number>();
  const guard = new Guard({
    ...setup,
    ownPorts: () => [...setup.ownPorts(), ...[...proxies.values()].map(({ port }) => port)],
  });
  const count = ({ rule }: Denied) => denials.set(rule, (denials.get(rule) ?? 0) + 1);
  const upstreamOf = (settings: BrowserSettings) => upstreamFor(settings, setup.offer, guard);
  return {
    guard,
    denials,
    check: async ({ settings }) => void (await upstreamOf(settings)),
    get size() {
      return proxies.size;
    },
    async prepare(workspace, request) {
      // First, because it may refuse the browser.
      const upstream = request && (await upstreamOf(request.settings));
      const proxy = await openBrowserProxy({ guard, count, records: setup.records });
      // The caller may have given up meanwhile.
      if (released.has(workspace)) return await proxy.close();
      proxies.set(workspace.folder, proxy);
      workspace.args.push(...argumentsFor(proxy.port));
      if (request) proxy.assign(request, upstream);
    },
    async assigned(browser) {
      const { settings, workspace, connection } = browser;
      const proxy = proxyOf(proxies, workspace);
      if (!proxy.isAssigned) proxy.assign(browser, await upstreamOf(settings));
      // Valid as long as this connection exists.
      if (settings.customProxy?.ignoreCertErrors)
        await connection.root.send("Security.setIgnoreCertificateErrors", { ignore: true });
    },
    async closed({ workspace }) {
      await proxies.get(workspace.folder)?.close();
    },
    released(workspace) {
      released.add(workspace);
      const proxy = proxies.get(workspace.folder);
      proxies.delete(workspace.folder);
      void proxy?.close();
    },
  };
}

/**
 * The proxy that a browser uses. A host name that cannot be resolved now is accepted: pages report it later. Errors: `Refusal` 422
 * for a proxy of the caller's own whose address is not allowed.
 */
async function upstreamFor(
  { proxyCountryCode, customProxy }: BrowserSettings,
  offer: NetworkSetup["offer"],
  guard: Guard,
): Promise<Upstream | undefined> {
  const upstream = chooseUpstream(offer, proxyCountryCode, customProxy);
  if (upstream?.isCustom)
    await guard.addresses(upstream).catch((error) => {
      if (error instanceof Denied) throw new Refusal(422, error.message, { field: "customProxy.host" });
    });
  return upstream;
}

function proxyOf(proxies: Map<string, BrowserProxy>, workspace: BrowserWorkspace): BrowserProxy {
  const proxy = proxies.get(workspace.folder);
  if (!proxy) throw new Error("the browser was not prepared");
  return proxy;
}

/** The proxy of one browser. */
interface BrowserProxy {
  readonly port: number;
  readonly isAssigned: boolean;
  /** Binds the proxy to a browser; traffic leaves through `upstream` or directly. */
  assign(request: BrowserRequest, upstream: Upstream | undefined): void;
  /** Closes all connections and writes their traffic. */
  close(): Promise<void>;
}

interface BrowserProxySetup {
  guard: Guard;
  count(denied: Denied): void;
  records: NetworkSetup["records"];
}

async function openBrowserProxy({ guard, count, records }: BrowserProxySetup): Promise<BrowserProxy> {
  const traffic = new Traffic();
  const logged = new Set<string>();
  let id: string | undefined;
  let dial: Dial | undefined;
  let timer: Timer | undefined;
  let flushing = Promise.resolve();
  let closing: Promise<void> | undefined;
  const listener = await openProxy({
    dial: () => dial,
    denied(denied) {
      count(denied);
      if (logged.has(denied.message) || logged.size >= MAX_LOGGED) return;
      logged.add(denied.message);
      log.warn(`browser ${id}: connection refused: ${denied.message}`);
    },
    failed: (error) => log.error("bug in the proxy of a browser", error),
  });
  /** Sequential; traffic that could not be written remains for the next call. */
  const flush = () => {
    flushing = flushing.then(async () => {
      const { bytes } = traffic;
      if (id === undefined || bytes === 0) return;
      try {
        await records.addTraffic(id, bytes);
        traffic.take(bytes);
      } catch (error) {
        log.error(`browser ${id}: writing its traffic failed`, error);
      }
    });
    return flushing;
  };
  return {
    port: listener.port,
    get isAssigned() {
      return id !== undefined;
    },
    assign(request, upstream) {
      id = request.id;
      dial = upstream ? through(upstream, guard, (socket) => traffic.add(socket)) : direct(guard);
      timer ??= setInterval(() => void flush(), FLUSH_MS);
    },
    close() {
      clearInterval(timer);
      dial = undefined;
      closing ??= listener.close();
      // A second call retries a failed write.
      return closing.then(flush);
    },
  };
}
