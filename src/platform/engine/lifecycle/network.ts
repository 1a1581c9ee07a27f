/**
 * A network of its own for every browser: a proxy of ours between it and the world, with the rules of the guard, the way out
 * that was asked for, and a count of what a proxy on that way carried. The browser is started so that it can go no other way.
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
  /** Errors: `Refusal` 422 for a country without a proxy, and for a proxy where none may be. Costs no browser to ask. */
  check(asked: Pick<BrowserRequest, "settings">): Promise<void>;
  /** The rules for all of them. */
  readonly guard: Guard;
  /** Refusals so far, by rule. */
  readonly denials: ReadonlyMap<Rule, number>;
  /** Listeners that are open. */
  readonly size: number;
}

/** How often what was carried is written down. */
const FLUSH_MS = 10_000;

/** Refusals of one browser that are logged: a page can make as many as it likes. */
const MAX_LOGGED = 50;

/** What leaves Chrome no way past its proxy. A second `--disable-features` would undo the first: none is here. */
function argumentsFor(port: number): string[] {
  return [
    `--proxy-server=http://127.0.0.1:${port}`,
    // By default Chrome asks no proxy for this machine.
    "--proxy-bypass-list=<-loopback>",
    // It has no name server: what it cannot resolve it cannot reach, nor tell by looking it up.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    // Both names of it: of Chrome, and of the headless shell.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  ];
}

export function network(setup: NetworkSetup): Network {
  const lines = new Map<string, Line>();
  const released = new WeakSet<BrowserWorkspace>();
  const denials = new Map<Rule, number>();
  const guard = new Guard({
    ...setup,
    ownPorts: () => [...setup.ownPorts(), ...[...lines.values()].map(({ port }) => port)],
  });
  const counted = ({ rule }: Denied) => denials.set(rule, (denials.get(rule) ?? 0) + 1);
  const upstreamOf = (settings: BrowserSettings) => upstreamFor(settings, setup.offer, guard);
  return {
    guard,
    denials,
    check: async ({ settings }) => void (await upstreamOf(settings)),
    get size() {
      return lines.size;
    },
    async prepare(workspace, asked) {
      // Before anything is opened: it may refuse the browser.
      const upstream = asked && (await upstreamOf(asked.settings));
      const line = await openLine({ guard, counted, records: setup.records });
      // Whoever waited for this start may have given up.
      if (released.has(workspace)) return await line.close();
      lines.set(workspace.folder, line);
      workspace.args.push(...argumentsFor(line.port));
      if (asked) line.give(asked, upstream);
    },
    async given(browser) {
      const { settings, workspace, connection } = browser;
      const line = lineOf(lines, workspace);
      if (!line.isGiven) line.give(browser, await upstreamOf(settings));
      // Holds as long as the connection that says it.
      if (settings.customProxy?.ignoreCertErrors)
        await connection.root.send("Security.setIgnoreCertificateErrors", { ignore: true });
    },
    async closed({ workspace }) {
      await lines.get(workspace.folder)?.close();
    },
    released(workspace) {
      released.add(workspace);
      const line = lines.get(workspace.folder);
      lines.delete(workspace.folder);
      void line?.close();
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

function lineOf(lines: Map<string, Line>, workspace: BrowserWorkspace): Line {
  const line = lines.get(workspace.folder);
  if (!line) throw new Error("a browser was given that was not prepared");
  return line;
}

/** The network of one browser. */
interface Line {
  readonly port: number;
  readonly isGiven: boolean;
  /** From here on it belongs to that browser, and leads out through `upstream` or directly. */
  give(asked: BrowserRequest, upstream: Upstream | undefined): void;
  /** Cuts all connections, and writes down what they carried. */
  close(): Promise<void>;
}

interface LineSetup {
  guard: Guard;
  counted(denied: Denied): void;
  records: NetworkSetup["records"];
}

async function openLine({ guard, counted, records }: LineSetup): Promise<Line> {
  const traffic = new Traffic();
  const logged = new Set<string>();
  let id: string | undefined;
  let dial: Dial | undefined;
  let timer: Timer | undefined;
  let flushing = Promise.resolve();
  let closing: Promise<void> | undefined;
  const proxy = await openProxy({
    dial: () => dial,
    denied(denied) {
      counted(denied);
      if (logged.has(denied.message) || logged.size >= MAX_LOGGED) return;
      logged.add(denied.message);
      log.warn(`browser ${id}: refused: ${denied.message}`);
    },
    failed: (error) => log.error("bug in the proxy of a browser", error),
  });
  /** One at a time; what could not be written is written the next time. */
  const flush = () => {
    flushing = flushing.then(async () => {
      const { bytes } = traffic;
      if (id === undefined || bytes === 0) return;
      try {
        await records.addTraffic(id, bytes);
        traffic.take(bytes);
      } catch (error) {
        log.error(`browser ${id}: its traffic could not be written down`, error);
      }
    });
    return flushing;
  };
  return {
    port: proxy.port,
    get isGiven() {
      return id !== undefined;
    },
    give(asked, upstream) {
      id = asked.id;
      dial = upstream ? through(upstream, guard, (socket) => traffic.add(socket)) : direct(guard);
      timer ??= setInterval(() => void flush(), FLUSH_MS);
    },
    close() {
      clearInterval(timer);
      dial = undefined;
      closing ??= proxy.close();
      // Asked again it writes down what it could not the first time.
      return closing.then(flush);
    },
  };
}
