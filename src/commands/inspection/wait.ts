import { optionOr, positional } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import { waitFor } from "../../page/reading/wait.ts";
import { waitForFunction, waitForIdle, waitForLoad, waitForRest, waitForUrl } from "../../page/reading/wait-page.ts";
import { integer, oneOf, text } from "../../values.ts";

/** How long the network is to be silent, where the line does not say: the time that browsers and peers take. */
const QUIET_MS = 500;

/** Runs a wait and says how long it took. */
async function timed<T>(wait: () => Promise<T>): Promise<{ result: T; elapsed_ms: number }> {
  const started = performance.now();
  const result = await wait();
  return { result, elapsed_ms: Math.round(performance.now() - started) };
}

export const waitSelector = command({
  name: "wait selector",
  group: "inspection",
  summary: "Wait until an element is visible, or as --state says",
  effect: "read",
  needs: "page",
  args: {
    css: positional(text("css", { nonEmpty: true }), "CSS selector"),
    state: optionOr(oneOf("visible", "hidden", "attached", "detached"), "visible", "What to wait for"),
  },
  examples: ["wait selector '#done'", "wait selector .spinner --state hidden --timeout 5000"],
  async run({ page, args, ...deadline }) {
    const { elapsed_ms } = await timed(() => waitFor(page, { selector: args.css, state: args.state }, deadline));
    return { selector: args.css, state: args.state, found: true, elapsed_ms };
  },
  text: (r) => `selector: ${r.selector}\nfound: true`,
});

export const waitText = command({
  name: "wait text",
  group: "inspection",
  summary: "Wait until a text appears in the page",
  effect: "read",
  needs: "page",
  args: { text: positional(text("text", { nonEmpty: true }), "Text, as it is shown") },
  examples: ["wait text 'Thank you'"],
  async run({ page, args, ...deadline }) {
    if (args.text.trim() === "") throw new Failure("usage", "text: expected more than spaces");
    const { elapsed_ms } = await timed(() => waitFor(page, { text: args.text }, deadline));
    return { text: args.text, found: true, elapsed_ms };
  },
  text: (r) => `text: ${r.text}\nfound: true`,
});

export const waitUrl = command({
  name: "wait url",
  group: "inspection",
  summary: "Wait until the page's address has a part, or matches a glob (* and **) or a /regex/",
  effect: "read",
  needs: "page",
  args: {
    pattern: positional(text("pattern", { nonEmpty: true }), "Part of the address, a glob of the whole, or /regex/"),
  },
  examples: ["wait url /dashboard", "wait url '**/orders/*'", "wait url '/order\\/\\d+$/'"],
  async run({ page, args, ...deadline }) {
    const { result, elapsed_ms } = await timed(() => waitForUrl(page, args.pattern, deadline));
    return { url: result, elapsed_ms };
  },
  text: (r) => `url: ${r.url}`,
});

export const waitLoad = command({
  name: "wait load",
  group: "inspection",
  summary: "Wait until the page is loaded, images and frames with it, or its document alone",
  effect: "read",
  needs: "page",
  args: { state: optionOr(oneOf("load", "dom"), "load", "load is everything, dom the document alone") },
  examples: ["wait load", "wait load --state dom"],
  async run({ page, args, ...deadline }) {
    const { result, elapsed_ms } = await timed(() => waitForLoad(page, args.state, deadline));
    return { state: args.state, ...result, elapsed_ms };
  },
  text: (r) => `url: ${r.url}\ntitle: ${r.title}${r.status === undefined ? "" : `\nstatus: ${r.status}`}`,
});

export const waitIdle = command({
  name: "wait idle",
  group: "inspection",
  summary: "Wait until the page asked nothing of the network for half a second; open streams do not count",
  effect: "read",
  needs: "page",
  args: { quiet: optionOr(integer("ms", { min: 0, max: 600_000 }), QUIET_MS, "How long the silence lasts, in ms") },
  examples: ["wait idle", "wait idle --quiet 2000"],
  async run({ page, args, ...deadline }) {
    const { result, elapsed_ms } = await timed(() => waitForIdle(page, args.quiet, deadline));
    return { idle: true, ...result, elapsed_ms };
  },
  text: () => "idle: true",
});

export const waitSettled = command({
  name: "wait settled",
  group: "inspection",
  summary: "Wait until the page is at rest: nothing pending, changing or animated; reads do so by themselves",
  effect: "read",
  needs: "page",
  args: {},
  examples: ["wait settled", "wait settled --timeout 5000"],
  async run({ page, ...deadline }) {
    const { elapsed_ms } = await timed(() => waitForRest(page, deadline));
    return { settled: true, elapsed_ms };
  },
  text: () => "settled: true",
});

export const waitFunction = command({
  name: "wait function",
  group: "inspection",
  summary: "Wait until JavaScript of the page is true: an expression or a function; promises are awaited",
  effect: "read",
  needs: "page",
  args: {
    js: positional(
      text("js", { stdin: true, nonEmpty: true, code: true }),
      "JavaScript; - reads it from standard input",
    ),
  },
  examples: ["wait function 'app.ready'", "wait function '() => document.images.length > 3'"],
  async run({ page, args, ...deadline }) {
    const { result, elapsed_ms } = await timed(() => waitForFunction(page, args.js, deadline));
    return { result, elapsed_ms };
  },
  text: (r) => `result: ${typeof r.result === "string" ? r.result : JSON.stringify(r.result)}`,
});

export const waitTime = command({
  name: "wait time",
  group: "inspection",
  summary: "Wait for a time; waiting for what you need is sooner and surer",
  effect: "read",
  needs: "session",
  args: { ms: positional(integer("ms", { min: 0 }), "Milliseconds") },
  examples: ["wait time 500"],
  async run({ args, signal, timeoutMs }) {
    if (args.ms >= timeoutMs)
      throw new Failure(
        "usage",
        `${args.ms} ms are longer than the command may take, ${timeoutMs} ms`,
        `Run \`svc wait time ${args.ms} --timeout ${args.ms + 5_000}\`.`,
      );
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, args.ms);
    try {
      await Promise.race([promise, rejectOnAbort(signal)]);
    } finally {
      clearTimeout(timer);
    }
    return { waited_ms: args.ms };
  },
});
