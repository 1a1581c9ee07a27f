/**
 * The tools with names of their own: those of the predecessor, with its inputs, and those of the default set. This table
 * and its plans know commands by name. Each tool takes what its command takes besides what is said here.
 */
import type { AnyCommand } from "../command.ts";
import type { Outcome } from "../outcome.ts";
import type { JsonSchema } from "../value-type.ts";
import { click, extractContent, getState, listSessions, onTab, refused, wait } from "./plans.ts";
import { checkOwn, propertiesOf, type Run, type Tool, type Values } from "./tool.ts";

/** Listed unless other tools are asked for. What it leaves out costs every conversation tokens and is seldom needed. */
export const CORE: readonly string[] = [
  "browser_navigate",
  "browser_get_state",
  "browser_click",
  "browser_type",
  "browser_keys",
  "browser_fill",
  "browser_upload",
  "browser_scroll",
  "browser_wait",
  "browser_screenshot",
  "browser_extract_content",
  "browser_eval",
  "browser_switch_tab",
  "browser_dialog",
];

interface Named {
  name: string;
  description: string;
  /** Commands it stands for. The first says what its effect is, and shows `shown` of its arguments. */
  stands: readonly string[];
  effect?: AnyCommand["effect"];
  isIdempotent?: true;
  shown?: readonly string[];
  own?: Record<string, JsonSchema>;
  required?: readonly string[];
  run(args: Values, run: Run, has: (command: string) => boolean): Promise<Outcome>;
}

const text = (description: string): JsonSchema => ({ type: "string", description });
const number = (description: string): JsonSchema => ({ type: "integer", description });
const flag = (description: string): JsonSchema => ({ type: "boolean", description });
const words = (description: string, ...choices: string[]): JsonSchema => ({
  type: "string",
  enum: choices,
  description,
});

/** Stand in place of an index: what the element says. Names alone, where they say it all. */
const ADDRESS = {
  text: text("In place of an index: its text"),
  role: text("In place of an index, with name"),
  name: { type: "string" },
  label: text("In place of an index: its label"),
  near: number("Of several the nearest to this index"),
  nth: number("Of several, from 1"),
} as const satisfies Record<string, JsonSchema>;

/** Those parts of an address that are worth their place in the list; the others are taken, too. */
function addressed(...parts: (keyof typeof ADDRESS)[]): Record<string, JsonSchema> {
  return Object.fromEntries(parts.map((part) => [part, ADDRESS[part]]));
}

/** True where the arguments say which element is meant. */
function isAddressed(args: Values, ...parts: (keyof typeof ADDRESS)[]): boolean {
  return parts.some((part) => args[part] !== undefined && args[part] !== null);
}

/** Runs one command with the arguments as they are. */
const plainly = (command: string) => (args: Values, run: Run) => run(command, args);

const NAMED: readonly Named[] = [
  {
    name: "browser_navigate",
    description: "Open an address, or go back, forward or reload",
    stands: ["open", "forward", "reload"],
    own: {
      url: text("Address, or one of: back, forward, reload"),
      new_tab: flag("In a new tab"),
    },
    required: ["url"],
    run({ new_tab: isNew, ...args }, run) {
      if (args.url === "back" || args.url === "forward" || args.url === "reload") return run(args.url, {});
      return isNew === true ? run("tab new", { url: args.url }) : run("open", args);
    },
  },
  {
    name: "browser_go_back",
    description: "Go back in the history of the tab",
    stands: ["back"],
    run: plainly("back"),
  },
  {
    name: "browser_get_state",
    description:
      "The page: address, title, tabs, its text, and its elements as [index]. Call it first and after a page has changed; the other tools take the indices",
    stands: ["state"],
    shown: ["diff", "viewport", "grep", "selector", "maxTokens", "all"],
    own: { include_screenshot: flag("With a picture") },
    run: getState,
  },
  {
    name: "browser_click",
    description:
      "Click an element by index or by what it says, or a point. Answers with what it led to: navigation, new tab, dialog, download",
    stands: ["click"],
    shown: ["button", "count", "modifiers", "force"],
    own: {
      index: number("Index from the state"),
      ...addressed("text", "role", "name", "near", "nth"),
      coordinate_x: number("In place of an index, in pixels of the viewport"),
      coordinate_y: number("Goes with coordinate_x"),
      new_tab: flag("Open the link in a new tab"),
    },
    run: click,
  },
  {
    name: "browser_type",
    description: "Replace what a field holds with text; without an index type into the focused element, key by key",
    stands: ["input", "type"],
    shown: ["append", "secret"],
    own: {
      index: number("Index of the field"),
      ...addressed("label"),
      text: text("Text; an empty one clears the field"),
    },
    required: ["text"],
    run(args, run) {
      const isField = (args.index ?? undefined) !== undefined || isAddressed(args, "label", "role", "name");
      return run(isField || args.placeholder ? "input" : "type", args);
    },
  },
  {
    name: "browser_fill",
    description:
      "Fill several fields at once: text, lists, check boxes, dates. All are checked before the first is touched, and each is answered",
    stands: ["fill"],
    isIdempotent: true,
    own: {
      fields: {
        type: "array",
        items: { type: "string" },
        description: "Index or label = value: 3=Ann, Country=Austria, I agree=on",
      },
    },
    shown: ["secret"],
    required: ["fields"],
    run: plainly("fill"),
  },
  {
    name: "browser_keys",
    description: "Press keys: Enter, Control+a, 'Tab Tab Enter'; or hold one and let it go",
    stands: ["keys"],
    run: plainly("keys"),
  },
  {
    name: "browser_select",
    description: "Select options of a list, a menu or a group of choices, by label or value",
    stands: ["select"],
    isIdempotent: true,
    shown: ["index", "values", "add", "remove"],
    own: addressed("label"),
    required: ["values"],
    run: plainly("select"),
  },
  {
    name: "browser_upload",
    description: "Give files to a file input, or to the button that asks for them",
    stands: ["upload"],
    isIdempotent: true,
    shown: ["index", "paths"],
    own: addressed("text", "label"),
    required: ["paths"],
    run: plainly("upload"),
  },
  {
    name: "browser_scroll",
    description: "Scroll the page, or the box that an element lies in; `to` brings an element into view",
    stands: ["scroll"],
    shown: ["direction", "index", "amount", "in"],
    own: addressed("text"),
    run: plainly("scroll"),
  },
  {
    name: "browser_wait",
    description: "Wait for one of these; actions wait by themselves for what they start",
    stands: ["wait text", "wait selector", "wait url", "wait time", "wait idle"],
    own: {
      text: text("A text appears"),
      selector: text("A CSS selector matches something visible"),
      hidden: flag("With selector: until it is gone"),
      url: text("The address has this part, or matches the glob or /regex/"),
      idle: flag("The network is silent"),
      time_ms: number("This long"),
      timeout_ms: number("At most, default 30000"),
    },
    run: wait,
  },
  {
    name: "browser_screenshot",
    description: "A picture of what is in view",
    stands: ["screenshot"],
    shown: ["element", "annotate", "maxWidth"],
    own: { full_page: flag("The whole page"), path: text("File to write it to, in place of showing it") },
    run({ full_page: isFull, ...args }, run) {
      return run("screenshot", isFull === undefined || isFull === null ? args : { ...args, full: isFull });
    },
  },
  {
    name: "browser_extract_content",
    description: "What there is to read on the page, without its controls",
    stands: ["extract"],
    effect: "read",
    own: {
      query: text("What to look for; answered where a language model is configured, else you get the content itself"),
      extract_links: flag("With the addresses of links"),
    },
    run: extractContent,
  },
  {
    name: "browser_eval",
    description: "Run JavaScript in the page; promises are awaited",
    stands: ["eval"],
    shown: ["js"],
    required: ["js"],
    run: plainly("eval"),
  },
  {
    name: "browser_switch_tab",
    description: "Go on in another tab",
    stands: ["tab switch"],
    isIdempotent: true,
    own: { tab_id: text("Index or id of the tab") },
    required: ["tab_id"],
    run: ({ tab_id: id, ...args }, run) => onTab(id, run, (index) => run("tab switch", { ...args, index })),
  },
  {
    name: "browser_dialog",
    description: "Answer the dialog that the page has opened",
    stands: ["dialog accept", "dialog dismiss"],
    own: { action: words("What to answer", "accept", "dismiss"), text: text("Answer to a prompt") },
    required: ["action"],
    run({ action, ...args }, run) {
      if (action === "accept" || action === "dismiss") return run(`dialog ${action}`, args);
      return refused("action: expected accept or dismiss");
    },
  },
  {
    name: "browser_list_tabs",
    description: "List the tabs",
    stands: ["tab list"],
    run: plainly("tab list"),
  },
  {
    name: "browser_close_tab",
    description: "Close a tab",
    stands: ["tab close"],
    own: { tab_id: text("Index or id of the tab; without it the current one") },
    async run({ tab_id: id, ...args }, run) {
      if (id === undefined || id === null) return await run("tab close", args);
      return await onTab(id, run, (index) => run("tab close", { indices: [index] }));
    },
  },
  {
    name: "browser_get_html",
    description: "HTML of the page, or of an element",
    stands: ["get html"],
    shown: ["selector", "index"],
    own: addressed("text"),
    run: plainly("get html"),
  },
  {
    name: "browser_run",
    description: "Have the configured language model do a whole task in this browser, and get its answer",
    stands: ["run"],
    shown: ["task", "url", "schema", "maxSteps", "maxCost", "maxTime", "allowedDomain"],
    required: ["task"],
    run: plainly("run"),
  },
  {
    name: "retry_with_svc_agent",
    description: "The same under the predecessor's name: for a task at which the other tools failed",
    stands: ["run"],
    shown: ["task", "maxSteps", "model"],
    own: {
      allowed_domains: { type: "array", items: { type: "string" }, description: "Only these hosts are reached" },
      use_vision: flag("With pictures"),
    },
    required: ["task"],
    run: ({ allowed_domains: hosts, use_vision: sees, ...args }, run) =>
      run("run", {
        ...args,
        ...(hosts === undefined || hosts === null ? {} : { allowed_domain: hosts }),
        ...(typeof sees === "boolean" ? { vision: sees ? "on" : "off" } : {}),
      }),
  },
  { name: "browser_list_sessions", description: "List the running sessions", stands: ["sessions"], run: listSessions },
  {
    name: "browser_close_session",
    description: "Close a session and its browser",
    stands: ["close"],
    isIdempotent: true,
    own: { session_id: text("Name of the session; without it the current one") },
    run: ({ session_id: session, ...args }, run) =>
      run("close", args, session === undefined || session === null ? undefined : session),
  },
  {
    name: "browser_close_all",
    description: "Close all sessions",
    stands: ["close"],
    isIdempotent: true,
    run: (_, run) => run("close", { all: true }),
  },
];

/** Those whose command is in the list, or can be stood in for. */
export function namedTools(commands: readonly AnyCommand[]): Tool[] {
  const byName = new Map(commands.map((one) => [one.name, one]));
  const standIns: Record<string, string> = { extract: "get text" };
  return NAMED.flatMap(({ stands, effect, own = {}, shown, run, ...named }) => {
    const first = byName.get(stands[0] ?? "") ?? byName.get(standIns[stands[0] ?? ""] ?? "");
    if (!first) return [];
    // Where inputs are named here and none of the command's are, those here are all there is to show.
    const keys = shown ?? (Object.keys(own).length > 0 ? [] : undefined);
    const tool: Tool = {
      name: named.name,
      description: named.description,
      effect: effect ?? first.effect,
      isIdempotent: named.isIdempotent ?? first.effect === "read",
      isOpenWorld: first.needs !== "nothing",
      commands: stands.filter((name) => byName.has(name)),
      properties: { ...own, ...propertiesOf(first, keys) },
      required: named.required ?? [],
      run(args, runCommand) {
        checkOwn(own, args);
        return run(args, runCommand, (name) => byName.has(name));
      },
    };
    return [tool];
  });
}
