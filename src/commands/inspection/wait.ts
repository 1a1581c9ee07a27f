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
  summary: "Wait until an element is visible, or has another --state",
  effect: "read",
  needs: "page",
  args: {
    css: positional(text("css", { nonEmpty: true }), "CSS selector"),
    state: optionOr(oneOf("visible", "hidden", "attached", "detached"), "visible", "State to wait for"),
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
  summary: "Wait until the page shows a text",
  effect: "read",
  needs: "page",
  args: { text: positional(text("text", { nonEmpty: true }), "Text as shown on the page") },
  examples: ["wait text 'Thank you'"],
  async run({ page, args, ...deadline }) {
    if (args.text.trim() === "") throw new Failure("usage", "the text must not be blank");
    const { elapsed_ms } = await timed(() => waitFor(page, { text: args.text }, deadline));
    return { text: args.text, found: true, elapsed_ms };
  },
  text: (r) => `text: ${r.text}\nfound: true`,
});

export const waitUrl = command({
  name: "wait url",
  group: "inspection",
  summary: "Wait until the page's URL contains a text or matches a pattern",
  effect: "read",
  needs: "page",
  args: {
    pattern: positional(
      text("pattern", { nonEmpty: true }),
      "Part of the URL, a glob for the whole URL (* and **), or a /regex/",
    ),
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
  summary: "Wait until the page is loaded",
  effect: "read",
  needs: "page",
  args: {
    state: optionOr(oneOf("load", "dom"), "load", "load: everything, with images and frames; dom: only the document"),
  },
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
  summary: "Wait until there were no network requests for half a second; open streams are ignored",
  effect: "read",
  needs: "page",
  args: {
    quiet: optionOr(
      integer("ms", { min: 0, max: 600_000 }),
      QUIET_MS,
      "Required time without requests, in milliseconds",
    ),
  },
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
  summary: "Wait until the page stops loading, changing and animating; reads do this automatically",
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
  summary: "Wait until a JavaScript expression or function is true; promises are awaited",
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
  summary: "Wait for a fixed time; prefer to wait for a text or an element",
  effect: "read",
  needs: "session",
  args: { ms: positional(integer("ms", { min: 0 }), "Milliseconds") },
  examples: ["wait time 500"],
  async run({ args, signal, timeoutMs }) {
    if (args.ms >= timeoutMs)
      throw new Failure(
        "usage",
        `${args.ms} ms exceeds the command's timeout of ${timeoutMs} ms`,
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
