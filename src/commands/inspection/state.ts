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
  summary: "Show the URL, title and elements of the page, each with an index",
  effect: "read",
  needs: "page",
  settles: "page",
  whileDialog: true,
  args: {
    maxTokens: optionOr(integer("n", { min: 100 }), DEFAULT_TOKENS, "Shorten the output to about this many tokens"),
    all: flag(bool(), "Everything, nothing shortened"),
    viewport: flag(bool(), "Only what is in the viewport"),
    role: option(text("role", { nonEmpty: true }), "Only elements with one of these roles: button,link"),
    grep: option(text("text", { nonEmpty: true }), "Only lines that match a text or a /regular expression/"),
    selector: option(
      text("css", { nonEmpty: true }),
      "Only the content of the elements that match; a match without controls gets an index itself",
    ),
    context: optionOr(integer("n", { min: 0, max: 100 }), 0, "With --grep: number of lines to show around each match"),
    diff: flag(bool(), "Only changes since the last full state: + added, ~ changed, > moved, - removed"),
    boxes: flag(bool(), "Add position and size of every element and text, in pixels: @x,y width x height"),
    noHeader: flag(bool(), "Leave out URL and title"),
  },
  examples: ["state", "state --viewport", "state --role button,link", "state --grep save", "state --diff"],
  async run({ browser, page, args, signal, timeoutMs }) {
    const tab = { index: browser.tabs.indexOf(page), count: browser.tabs.length };
    const { viewport, selector, diff, context, boxes, noHeader } = args;
    if (context > 0 && args.grep === undefined)
      throw new Failure(
        "usage",
        "--context works only with --grep",
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
