import { flag, option, optionOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { grepPattern } from "../../page/snapshot/filter.ts";
import { readState, stateText } from "../../page/snapshot/state.ts";
import { bool, integer, text } from "../../values.ts";

/** What an agent reads without regret. */
const DEFAULT_TOKENS = 4_000;

export const state = command({
  name: "state",
  group: "inspection",
  summary: "Show URL, title and the numbered elements of the page",
  effect: "read",
  needs: "page",
  settles: "page",
  whileDialog: true,
  args: {
    maxTokens: optionOr(integer("n", { min: 100 }), DEFAULT_TOKENS, "Cut the tree at about this many tokens"),
    all: flag(bool(), "Everything: nothing cut, nothing folded"),
    viewport: flag(bool(), "Only what is in view"),
    role: option(text("role", { nonEmpty: true }), "Only elements of a role, or of several: button,link"),
    grep: option(text("text", { nonEmpty: true }), "Only what matches: a text, or /a regular expression/"),
    selector: option(
      text("css", { nonEmpty: true }),
      "Only what lies in the elements that match; one that holds no control gets a number itself",
    ),
    context: optionOr(integer("n", { min: 0, max: 100 }), 0, "With grep: so many lines around each match"),
    diff: flag(bool(), "Only what changed since the last whole look: + came, ~ changed, > moved, - went"),
    boxes: flag(bool(), "With the place of every element and text: @x,y width x height, in pixels of the viewport"),
    noHeader: flag(bool(), "Without address and title"),
  },
  examples: ["state", "state --viewport", "state --role button,link", "state --grep save", "state --diff"],
  async run({ browser, page, args, signal, timeoutMs }) {
    const tab = { index: browser.tabs.indexOf(page), count: browser.tabs.length };
    const { viewport, selector, diff, context, boxes, noHeader } = args;
    if (context > 0 && args.grep === undefined)
      throw new Failure(
        "usage",
        "--context goes with --grep: it tells the lines around what was found",
        `Run \`svc state --grep <text> --context ${context}\`.`,
      );
    const roles =
      args.role
        ?.toLowerCase()
        .split(",")
        .map((role) => role.trim()) ?? [];
    const grep = args.grep === undefined ? undefined : grepPattern(args.grep);
    const maxTokens = args.all ? Number.MAX_SAFE_INTEGER : args.maxTokens;
    const filter = { viewport, roles, grep, selector, context };
    return await readState(page, tab, { ...filter, diff, boxes, noHeader, maxTokens, timeoutMs }, signal);
  },
  text: stateText,
});
