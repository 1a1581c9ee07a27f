/**
 * Random pages with late effects: a click on `Go` shows an effect after a random chain of steps of up to 400 ms. The same
 * seed always gives the same page.
 */
import { localServer } from "../support/server.ts";
import { random } from "./random.ts";

/** Steps in late-page.js that take the planned time, and steps that take none. */
const TIMED =
  "timer timers interval frames task busy fetch streamed twoFetches failing xhr jsonp import script sheet image worker transition animation animate ripple viewTransition frame frameMessage message channel broadcast seen resized mutated upgrade toggled hash idle".split(
    " ",
  );
const QUICK = ["microtasks", "queued", "digest", "database"];
/** Effects that take time, and immediate ones. */
const SLOW_EFFECTS = "fade fadeByTimer accordion drawer modal collapsed frame frameWrites navigate submit rows".split(
  " ",
);
const EFFECTS =
  "paragraph button text data html hidden visibility popover details value option enabled removed shadow closedShadow srcdoc route viewTransition toast".split(
    " ",
  );
const GONE = ["removed", "collapsed"];
const DISTRACTIONS = "label disabled class busy spinner ripple beacon loading".split(" ");
const NOISE = "clock spinner marquee poller longPoll events socket".split(" ");
const TRIGGERS = "click click click press release focus delegated".split(" ");

/** Maximum total time of the steps and the effect of a plan. Frames and processes add a little. */
const BUDGET_MS = 380;

export interface Late {
  seed: number;
  /** A word that the page shows after the effect, or with `gone` only before it. */
  marker: string;
  gone: boolean;
  trigger: string;
  steps: { kind: string; ms: number }[];
  effect: { kind: string; ms: number };
  /** An immediate change that is not the effect. */
  distraction?: string;
  /** Endless changes that begin with the page. */
  noise: string[];
}

export function latePage(seed: number): Late {
  const next = random(seed);
  for (let n = 0; n < 5; n++) next();
  const chance = (share: number) => next() < share;
  const one = (of: readonly string[]) => of[Math.floor(next() * of.length)] ?? "";
  const count = 1 + Math.floor(next() * 3.5);
  const kinds = Array.from({ length: count }, () => one(chance(0.85) ? TIMED : QUICK));
  const slow = chance(0.45);
  const effect = one(slow ? SLOW_EFFECTS : EFFECTS);
  const takesTime = [...kinds.map((kind) => TIMED.includes(kind)), slow];
  const shares = takesTime.map((takes) => (takes ? 0.1 + next() : 0));
  const whole = shares.reduce((sum, share) => sum + share, 0) || 1;
  const total = BUDGET_MS * (0.1 + 0.9 * next());
  const times = shares.map((share) => Math.round((share / whole) * total));
  return {
    seed,
    marker: `late${seed}word`,
    gone: GONE.includes(effect),
    trigger: one(TRIGGERS),
    steps: kinds.map((kind, n) => ({ kind, ms: times[n] ?? 0 })),
    effect: { kind: effect, ms: times[count] ?? 0 },
    ...(chance(0.35) ? { distraction: one(DISTRACTIONS) } : {}),
    noise: chance(0.35) ? [...new Set([one(NOISE), one(NOISE)])] : [],
  };
}

/** Runs a command line of `svc` and returns its output. */
export type Run = (...words: string[]) => Promise<string>;

/** An effect that takes longer, by the clock of the page, is not required to be seen. */
const PROMISED_MS = 400;
const TRIES = 3;

/** Duration of the effect by the clock of the page; 0 in another document, or when the effect never comes. */
const TOOK = `new Promise((done) => {
  const end = performance.now() + 5_000;
  const look = () => {
    if (window.late === undefined || performance.now() > end) done(0);
    else if (window.late.tookMs !== undefined) done(window.late.tookMs);
    else setTimeout(look, 20);
  };
  look();
})`;

/** Clicks and reads the page at `url`. Returns what was read if it misses the effect. */
export async function missed(late: Late, url: string, run: Run): Promise<string | undefined> {
  for (let n = 0; n < TRIES; n++) {
    await run("open", url);
    if (isShown(late, await run("state"))) throw new Error(`page ${late.seed} shows its effect before the click`);
    await run("click", "1");
    const state = await run("state");
    if (isShown(late, state)) return undefined;
    const took = Number(/\d+/.exec(await run("eval", TOOK))?.[0] ?? 0);
    if (took <= PROMISED_MS) return `${JSON.stringify(late)} took ${took} ms:\n${state}`;
  }
  return undefined;
}

/** True when a `state` shows the effect. */
function isShown({ marker, gone }: Late, tree: string): boolean {
  return tree.includes(marker) !== gone;
}

function html(late: Late): string {
  const doomed = late.gone ? `<p id="doomed">${late.marker}</p>` : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Late</title>
<button id="go">Go</button>
<p id="status">Ready</p>
<label>Field <input id="field"></label>
<label>Choice <select id="choice"><option>None</option></select></label>
<button id="forbidden" disabled>Wait</button>
<p id="spare" hidden></p>
<main>${doomed}</main>
<script src="/late-page.js"></script><script>late.run(${JSON.stringify(late)})</script>`;
}

export interface LateSite {
  url(seed: number): string;
  stop(): void;
}

/** Serves the pages, and the requests of their steps, on 127.0.0.1. */
export async function serveLate(): Promise<LateSite> {
  const script = await Bun.file(new URL("late-page.js", import.meta.url)).text();
  const server = localServer({
    async fetch(request, self) {
      const { pathname, searchParams } = new URL(request.url);
      const [, place = "", detail = "", kind = ""] = pathname.split("/");
      if (place === "page") return respond("text/html", html(latePage(Number(detail))));
      if (place === "late-page.js") return respond("text/javascript", script);
      if (place === "slow") return await slowly(Number(detail), kind, searchParams.get("text") ?? "Loaded");
      if (place === "events") return new Response(ticks(), { headers: { "content-type": "text/event-stream" } });
      if (place === "never") await Bun.sleep(30_000);
      if (place === "socket" && self.upgrade(request)) return undefined;
      return new Response(undefined, { status: 204 });
    },
    websocket: { message() {}, open: (socket) => void socket.send("hello") },
  });
  return {
    url: (seed) => `http://127.0.0.1:${server.port}/page/${seed}`,
    stop: () => void server.stop(true),
  };
}

/** An image of one pixel. */
const DOT = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

async function slowly(ms: number, kind: string, text: string): Promise<Response> {
  if (kind === "stream") return new Response(twoParts(ms), { headers: { "content-type": "text/plain" } });
  await Bun.sleep(ms);
  if (kind === "broken") return new Response("no", { status: 500 });
  if (kind === "image") return new Response(Buffer.from(DOT, "base64"), { headers: { "content-type": "image/gif" } });
  if (kind === "sheet") return respond("text/css", "main { color: #111 }");
  if (kind === "call") return respond("text/javascript", "answered()");
  if (kind === "module" || kind === "script") return respond("text/javascript", "0");
  if (kind === "frame" || kind === "page")
    return respond("text/html", `<!doctype html><title>${text}</title><p>${text}</p>`);
  return respond("application/json", "{}");
}

function respond(type: string, body: string): Response {
  return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
}

/** Sends the headers and one byte at once, and the rest after `ms`. */
function twoParts(ms: number): ReadableStream<string> {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue("a");
      await Bun.sleep(ms);
      controller.enqueue("b");
      controller.close();
    },
  });
}

/** Sends an event five times a second until the page closes the connection. */
function ticks(): ReadableStream<string> {
  let timer: Timer | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue("data: tick\n\n"), 200);
    },
    cancel: () => clearInterval(timer),
  });
}
