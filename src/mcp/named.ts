/**
 * The tools with names of their own: those of the predecessor, with its inputs, and those of the default set. The one file
 * here that knows commands by name. Each takes what its command takes besides what is said here.
 */
import type { AnyCommand } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { describe, type Outcome } from "../outcome.ts";
import type { JsonSchema } from "../values.ts";
import { propertiesOf, type Run, type Tool, type Values } from "./tool.ts";

/** Listed unless other tools are asked for. What it leaves out costs every conversation tokens and is seldom needed. */
export const CORE: readonly string[] = [
  "browser_navigate",
  "browser_get_state",
  "browser_click",
  "browser_type",
  "browser_keys",
  "browser_select",
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
      "Click an element by index, or a point. Answers with what it led to: navigation, new tab, dialog, download",
    stands: ["click"],
    shown: ["button", "count", "modifiers", "force"],
    own: {
      index: number("Index from the state"),
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
    own: { index: number("Index of the field"), text: text("Text; an empty one clears the field") },
    required: ["text"],
    run: (args, run) => run(args.index === undefined || args.index === null ? "type" : "input", args),
  },
  {
    name: "browser_keys",
    description: "Press keys: Enter, Control+a, 'Tab Tab Enter'",
    stands: ["keys"],
    required: ["keys"],
    run: plainly("keys"),
  },
  {
    name: "browser_select",
    description: "Select options of a list, a menu or a group of choices, by label or value",
    stands: ["select"],
    isIdempotent: true,
    shown: ["index", "values", "add", "remove"],
    required: ["index", "values"],
    run: plainly("select"),
  },
  {
    name: "browser_upload",
    description: "Hand files over to a file input, or to the button that asks for them",
    stands: ["upload"],
    isIdempotent: true,
    required: ["index", "paths"],
    run: plainly("upload"),
  },
  {
    name: "browser_scroll",
    description: "Scroll the page, or the box that an element lies in; `to` brings an element into view",
    stands: ["scroll"],
    shown: ["direction", "index", "amount", "in"],
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
    run: plainly("get html"),
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
      run: (args, runCommand) => run(args, runCommand, (name) => byName.has(name)),
    };
    return [tool];
  });
}

function refused(message: string, hint?: string): Promise<Outcome> {
  return Promise.resolve({ ok: false, error: describe(new Failure("usage", message, hint), "a tool") });
}

interface StateData {
  url: string;
  title: string;
  tab: { index: number; count: number };
  /** Why there is nothing in the tree. */
  nothing?: string;
  dialog?: object;
  /** What is not in the tree. */
  cut?: { reason: string };
  elements: { index: number; tag: string; role: string; name: string; text: string; value?: string; href?: string }[];
  [other: string]: unknown;
}

/** Texts of elements are cut here; the tree has them whole. */
const MAX_TEXT = 100;

/** The state in the predecessor's shape, with all tabs, and with a picture where it is asked for. */
async function getState({ include_screenshot: withPicture, ...args }: Values, run: Run): Promise<Outcome> {
  const state = await run("state", args);
  if (!state.ok) return state;
  const { elements, tab, ...facts } = state.data as StateData;
  const listed = tab.count > 1 ? await run("tab list", {}) : undefined;
  const tabs = listed?.ok ? (listed.data as { tabs: object[] }).tabs : [{ url: facts.url, title: facts.title }];
  const interactive = elements.map(({ index, tag, role, name, text, value, href }) => ({
    index,
    tag,
    role,
    text: (name || text).slice(0, MAX_TEXT),
    ...(value === undefined ? {} : { value }),
    ...(href === undefined ? {} : { href }),
  }));
  const shown = withTools(state.text, facts);
  const answer: Outcome = {
    ...state,
    data: { ...facts, tab, tabs, interactive_elements: interactive },
    text: listed?.ok ? `${shown}\n${listed.text}` : shown,
  };
  return withPicture === true ? await withScreenshot(answer, run) : answer;
}

/** Its last line says what to do about a page that is not shown whole: here in tools, not in commands. */
function withTools(text: string, { cut, dialog }: Pick<StateData, "cut" | "dialog">): string {
  const before = text.slice(0, text.lastIndexOf("\n"));
  if (cut) return `${before}\n… not shown: ${cut.reason}. See more with all, grep or selector`;
  return dialog ? `${before}\n(the page stands still behind the dialog: answer it with browser_dialog)` : text;
}

async function withScreenshot(answer: Outcome & { ok: true }, run: Run): Promise<Outcome> {
  const picture = await run("screenshot", {});
  if (!picture.ok) return picture;
  const { screenshot, format, width, height } = picture.data as Record<string, unknown>;
  const dimensions = { width, height };
  return {
    ...answer,
    data: { ...answer.data, screenshot, format, screenshot_dimensions: dimensions },
    text: `${answer.text}\nscreenshot: ${width}x${height}`,
  };
}

/** By index, by a point, or as the command itself takes it; a link in a new tab is opened by its address. */
async function click(args: Values, run: Run): Promise<Outcome> {
  const { index, coordinate_x: x, coordinate_y: y, new_tab: isNew, ...rest } = args;
  const has = (value: unknown) => value !== undefined && value !== null;
  if (has(x) !== has(y)) return await refused("coordinate_x and coordinate_y go together");
  if (has(index) && has(x)) return await refused("an index and coordinates exclude each other");
  if (isNew === true && has(index)) {
    const attributes = await run("get attributes", { index });
    if (!attributes.ok) return attributes;
    const href = (attributes.data as { attributes: Record<string, string> }).attributes.href;
    if (href === undefined) return await refused(`element ${index} is no link: it cannot be opened in a new tab`);
    return await openLink(href, run);
  }
  if (isNew === true) return await refused("new_tab needs the index of a link");
  return await run("click", { ...rest, ...(has(index) ? { target: [index] } : has(x) ? { target: [x, y] } : {}) });
}

/** Against the address of the page: a relative one would mean a file of ours. */
async function openLink(href: string, run: Run): Promise<Outcome> {
  const base = await run("eval", { js: "document.baseURI" });
  if (!base.ok) return base;
  const url = URL.parse(href, String((base.data as { result: unknown }).result));
  if (!url) return await refused(`'${href}' is not an address`);
  return await run("tab new", { url: url.href });
}

async function wait(args: Values, run: Run): Promise<Outcome> {
  const { text, selector, hidden, url, idle, time_ms: timeMs, ...rest } = args;
  const runs: [unknown, () => Promise<Outcome>][] = [
    [text, () => run("wait text", { ...rest, text })],
    [selector, () => run("wait selector", { ...rest, css: selector, ...(hidden === true ? { state: "hidden" } : {}) })],
    [url, () => run("wait url", { ...rest, pattern: url })],
    [timeMs, () => run("wait time", { ...rest, ms: timeMs })],
    [idle || undefined, () => run("wait idle", rest)],
  ];
  const [wanted, ...others] = runs.filter(([value]) => value !== undefined && value !== null);
  if (!wanted || others.length > 0) return await refused("expected one of text, selector, url, idle, time_ms");
  return await wanted[1]();
}

/** Who calls is a language model itself: where we have none to ask, it gets the content. */
async function extractContent(args: Values, run: Run, has: (command: string) => boolean): Promise<Outcome> {
  const { extract_links: withLinks, ...rest } = args;
  if (!has("extract")) return await run("get text", {});
  const outcome = await run("extract", rest);
  const content =
    !outcome.ok && outcome.error.code === "no_model" ? await run("extract", { ...rest, query: undefined }) : outcome;
  if (!content.ok || withLinks !== true) return content;
  const links = await run("extract", { format: "links" });
  if (!links.ok) return links;
  return { ...content, data: { ...content.data, ...links.data }, text: `${content.text}\n\n${links.text}` };
}

/** The tab by its index, or by the four characters that the list of tabs gives it. */
async function onTab(id: unknown, run: Run, act: (index: number) => Promise<Outcome>): Promise<Outcome> {
  if (typeof id === "number") return await act(id);
  if (typeof id !== "string") return await refused("tab_id: expected the index or id of a tab");
  const listed = await run("tab list", {});
  if (!listed.ok) return listed;
  const { tabs } = listed.data as { tabs: { index: number; id: string }[] };
  const found = tabs.find((tab) => tab.id.toLowerCase() === id.toLowerCase());
  if (found) return await act(found.index);
  if (/^\d{1,4}$/.test(id)) return await act(Number(id));
  const failure = new Failure(
    "not_found",
    `no tab '${id}'; there are ${tabs.map((tab) => tab.id).join(", ") || "none"}`,
  );
  return { ok: false, error: describe(failure, "a tool") };
}

async function listSessions(args: Values, run: Run): Promise<Outcome> {
  const listed = await run("sessions", args);
  if (!listed.ok) return listed;
  const { sessions } = listed.data as { sessions: { name: string }[] };
  return { ...listed, data: { sessions: sessions.map((one) => ({ id: one.name, ...one })) } };
}

/** A failure as the outcome of a tool. */
export function failed(error: unknown, tool: string): Outcome {
  return { ok: false, error: describe(asFailure(error) ?? error, tool) };
}
