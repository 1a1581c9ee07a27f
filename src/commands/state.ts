import { command, flag, optionOr } from "../command.ts";
import { readState, stateText } from "../page/state.ts";
import { bool, integer } from "../values.ts";

/** What an agent reads without regret. */
const DEFAULT_TOKENS = 4_000;

export const state = command({
  name: "state",
  group: "inspection",
  summary: "Show URL, title and the numbered elements of the page",
  effect: "read",
  needs: "page",
  args: {
    maxTokens: optionOr(integer("n", { min: 100 }), DEFAULT_TOKENS, "Cut the tree at about this many tokens"),
    all: flag(bool(), "Do not cut"),
  },
  examples: ["state", "state --all", "state --json"],
  async run({ browser, page, args, signal }) {
    const tab = { index: browser.tabs.indexOf(page), count: browser.tabs.length };
    return await readState(page, tab, args.all ? Number.MAX_SAFE_INTEGER : args.maxTokens, signal);
  },
  text: stateText,
});
