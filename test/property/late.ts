/**
 * Random late pages: a click on their button `Go` shows an effect by a random chain of steps that takes up to 400 ms.
 * The same seed always gives the same page. Knows nothing of how a page is driven.
 */
import { localServer } from "../support/server.ts";
import { random } from "./random.ts";

/** The steps of a page in late-page.js, by whether they take the time that the plan gives them. */
const TIMED =
  "timer timers interval frames task busy fetch streamed twoFetches failing xhr jsonp import script sheet image worker transition animation animate ripple viewTransition frame frameMessage message channel broadcast seen resized mutated upgrade toggled hash idle".split(
    " ",
  );
const QUICK = ["microtasks", "queued", "digest", "database"];
/** Effects that take time themselves, and those that are there at once. */
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

/** The sum of what the steps and the effect of a plan take. Frames and processes add a little to it. */
const BUDGET_MS = 380;

export interface Late {
  seed: number;
  /** A word that the page shows after the effect, or before it alone if `gone`. */
  marker: string;
  gone: boolean;
  trigger: string;
  steps: { kind: string; ms: number }[];
  effect: { kind: string; ms: number };
  /** What changes at once and is not the effect. */
  distraction?: string;
  /** What never ends and began with the page. */
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

/** Runs a line of `svc` and returns what it prints. */
export type Run = (...words: string[]) => Promise<string>;

/** Longer than this after the click by the page's own clock, on a machine under load, the effect is none that is promised. */
const PROMISED_MS = 400;
const TRIES = 3;

/** How long the effect took by the page's own clock, once it has come; 0 in another document, and where it never comes. */
const TOOK = `new Promise((done) => {
  const end = performance.now() + 5_000;
  const look = () => {
    if (window.late === undefined || performance.now() > end) done(0);
    else if (window.late.tookMs !== undefined) done(window.late.tookMs);
    else setTimeout(look, 20);
  };
  look();
})`;

/** Clicks and reads a page that is served at `url`. Returns what was read if it misses the effect. */
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

/** Whether a `state` shows the effect. */
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

/** Serves the late pages, and what their steps ask for, on 127.0.0.1. */
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

/** A picture of one pixel. */
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

/** The headers and one byte at once, the rest after `ms`. */
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

/** An event five times a second until the page goes. */
function ticks(): ReadableStream<string> {
  let timer: Timer | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue("data: tick\n\n"), 200);
    },
    cancel: () => clearInterval(timer),
  });
}
