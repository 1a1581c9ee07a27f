import { command, optionOr, positional } from "../command.ts";
import { Failure } from "../errors.ts";
import { waitFor } from "../page/wait.ts";
import { oneOf, shorten, text } from "../values.ts";

const WHAT = {
  attached: "is not in the page",
  detached: "is still in the page",
  visible: "is not visible",
  hidden: "is still visible",
};

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
  async run({ page, args, signal, timeoutMs }) {
    const started = performance.now();
    await inTime(
      signal,
      () => waitFor(page, { selector: args.css, state: args.state }, signal),
      `'${args.css}' ${WHAT[args.state]} after ${timeoutMs} ms`,
    );
    return { selector: args.css, state: args.state, found: true, elapsed_ms: Math.round(performance.now() - started) };
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
  async run({ page, args, signal, timeoutMs }) {
    const started = performance.now();
    await inTime(
      signal,
      () => waitFor(page, { text: args.text }, signal),
      `'${shorten(args.text)}' did not appear within ${timeoutMs} ms`,
    );
    return { text: args.text, found: true, elapsed_ms: Math.round(performance.now() - started) };
  },
  text: (r) => `text: ${r.text}\nfound: true`,
});

/** Says what was waited for when the deadline ends it. */
async function inTime(signal: AbortSignal, wait: () => Promise<void>, message: string): Promise<void> {
  try {
    await wait();
  } catch (error) {
    if (signal.aborted && signal.reason instanceof Failure && signal.reason.code === "timeout") {
      throw new Failure(
        "timeout",
        message,
        "Run `svc state` to see what is there, or give it longer with --timeout <ms>.",
      );
    }
    throw error;
  }
}
