/** Implementations of the tools in `named.ts` that run more than one command, or need to check their arguments. */
import { Failure } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import { describe } from "../run-command.ts";
import type { Run, Values } from "./tool.ts";

/** A `usage` error. */
export function usageError(message: string, hint?: string): Promise<Outcome> {
  return Promise.resolve({ ok: false, error: describe(new Failure("usage", message, hint), "a tool") });
}

interface StateData {
  url: string;
  title: string;
  tab: { index: number; count: number };
  /** Why the tree is empty. */
  nothing?: string;
  dialog?: object;
  /** What was left out of the tree. */
  cut?: { reason: string };
  elements: { index: number; tag: string; role: string; name: string; text: string; value?: string; href?: string }[];
  [other: string]: unknown;
}

/** Longest text of an element in `interactive_elements`; the tree has the full text. */
const MAX_TEXT = 100;

/** The state with all tabs and `interactive_elements`, which older clients expect, and a screenshot if requested. */
export async function getState({ include_screenshot: withPicture, ...args }: Values, run: Run): Promise<Outcome> {
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

/** Replaces the last line of the state, which names commands, by a line that names tools. */
function withTools(text: string, { cut, dialog }: Pick<StateData, "cut" | "dialog">): string {
  const before = text.slice(0, text.lastIndexOf("\n"));
  if (cut) return `${before}\n… not shown: ${cut.reason}. To see more, use all, grep or selector`;
  return dialog ? `${before}\n(the page is blocked by the dialog: answer it with browser_dialog)` : text;
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

/** Arguments that choose an element instead of an index. */
const ADDRESS: ReadonlySet<string> = new Set(["text", "role", "name", "label", "placeholder", "near", "nth"]);

const has = (value: unknown) => value !== undefined && value !== null;

/** Clicks an element by index or address, or a point. With `new_tab`, opens the URL of a link in a new tab. */
export async function click(args: Values, run: Run): Promise<Outcome> {
  const { index, coordinate_x: x, coordinate_y: y, new_tab: isNew, ...rest } = args;
  const wrong = targetError(args);
  if (wrong !== undefined) return await usageError(wrong);
  if (isNew === true) return await clickInNewTab(args, run);
  return await run("click", { ...rest, ...(has(index) ? { target: [index] } : has(x) ? { target: [x, y] } : {}) });
}

/** What is wrong with the target of a click, or undefined. */
function targetError({ index, coordinate_x: x, coordinate_y: y, target, ...rest }: Values): string | undefined {
  if (has(x) !== has(y)) return "coordinate_x and coordinate_y must be used together";
  if (has(index) && has(x)) return "an index and coordinates cannot be used together";
  if (has(index) || has(x) || has(target) || Object.keys(addressOf(rest)).length > 0) return undefined;
  return "expected an index, a text or role, or coordinate_x and coordinate_y";
}

function addressOf(args: Values): Values {
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => ADDRESS.has(key) && has(value)));
}

async function clickInNewTab({ index, ...rest }: Values, run: Run): Promise<Outcome> {
  const { name, ...others } = addressOf(rest);
  const link = has(index) ? { index } : { ...others, ...(has(name) ? { by_name: name } : {}) };
  if (Object.keys(link).length === 0) return await usageError("new_tab needs the index of a link");
  const attributes = await run("get attributes", link);
  if (!attributes.ok) return attributes;
  const found = attributes.data as { index: number; attributes: Record<string, string> };
  const { href } = found.attributes;
  if (href === undefined)
    return await usageError(`element ${found.index} is not a link: it cannot be opened in a new tab`);
  return await openLink(href, run);
}

/** Resolves the URL against the page's base URL, since `tab new` would read a relative URL as a local file. */
async function openLink(href: string, run: Run): Promise<Outcome> {
  const base = await run("eval", { js: "document.baseURI" });
  if (!base.ok) return base;
  const url = URL.parse(href, String((base.data as { result: unknown }).result));
  if (!url) return await usageError(`'${href}' is not a URL`);
  return await run("tab new", { url: url.href });
}

/** Waits for the one condition that is given. */
export async function wait(args: Values, run: Run): Promise<Outcome> {
  const { text, selector, hidden, url, idle, time_ms: timeMs, ...rest } = args;
  const runs: [unknown, () => Promise<Outcome>][] = [
    [text, () => run("wait text", { ...rest, text })],
    [selector, () => run("wait selector", { ...rest, css: selector, ...(hidden === true ? { state: "hidden" } : {}) })],
    [url, () => run("wait url", { ...rest, pattern: url })],
    [timeMs, () => run("wait time", { ...rest, ms: timeMs })],
    [idle || undefined, () => run("wait idle", rest)],
  ];
  const [condition, ...others] = runs.filter(([value]) => value !== undefined && value !== null);
  if (!condition || others.length > 0) return await usageError("expected one of text, selector, url, idle, time_ms");
  return await condition[1]();
}

/** Without a configured language model, returns the content: the caller is a language model itself. */
export async function extractContent(args: Values, run: Run, has: (command: string) => boolean): Promise<Outcome> {
  const { extract_links: withLinks, ...rest } = args;
  if (!has("extract")) return await run("get text", {});
  const outcome = await run("extract", rest);
  const isUnasked = !outcome.ok && outcome.error.code === "no_model";
  const content = isUnasked
    ? contentInstead(String(rest.query), await run("extract", { ...rest, query: undefined }))
    : outcome;
  if (!content.ok || withLinks !== true) return content;
  const links = await run("extract", { format: "links" });
  if (!links.ok) return links;
  return { ...content, data: { ...content.data, ...links.data }, text: `${content.text}\n\n${links.text}` };
}

/** Maximum number of matching lines to show for a query without a language model. */
const MAX_FOUND = 8;

/** The content instead of an answer, with a note and the lines that contain words of the query first. */
function contentInstead(query: string, content: Outcome): Outcome {
  if (!content.ok) return content;
  const { markdown = "" } = content.data as { markdown?: string };
  const found = linesWith(query, markdown);
  const note = "No language model is configured, so the query was not answered; this is the content of the page.";
  const lines =
    found.length === 0
      ? ["No line contains a word of the query."]
      : ["Lines that contain words of the query:", ...found];
  return {
    ...content,
    data: { query, answered: false, found, ...content.data },
    text: [note, ...lines, "", content.text].join("\n"),
  };
}

/** The lines with most of the query's words, in page order. Words of fewer than 3 letters are ignored. */
function linesWith(query: string, text: string): string[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])];
  const counted = text
    .split("\n")
    .map((line, at) => ({
      line: line.trim(),
      at,
      hits: words.filter((word) => line.toLowerCase().includes(word)).length,
    }))
    .filter(({ hits }) => hits > 0);
  const most = counted.sort((a, b) => b.hits - a.hits || a.at - b.at).slice(0, MAX_FOUND);
  return most.sort((a, b) => a.at - b.at).map(({ line }) => line);
}

/** Calls `act` with the tab, given by its index or by its id from `browser_list_tabs`. */
export async function onTab(id: unknown, run: Run, act: (index: number) => Promise<Outcome>): Promise<Outcome> {
  if (typeof id === "number") return await act(id);
  if (typeof id !== "string") return await usageError("tab_id: expected the index or id of a tab");
  const listed = await run("tab list", {});
  if (!listed.ok) return listed;
  const { tabs } = listed.data as { tabs: { index: number; id: string }[] };
  const found = tabs.find((tab) => tab.id.toLowerCase() === id.toLowerCase());
  if (found) return await act(found.index);
  if (/^\d{1,4}$/.test(id)) return await act(Number(id));
  const failure = new Failure(
    "not_found",
    `there is no tab '${id}'; the tabs are ${tabs.map((tab) => tab.id).join(", ") || "none"}`,
  );
  return { ok: false, error: describe(failure, "a tool") };
}

/** The sessions with their name also as `id`, which older clients expect. */
export async function listSessions(args: Values, run: Run): Promise<Outcome> {
  const listed = await run("sessions", args);
  if (!listed.ok) return listed;
  const { sessions } = listed.data as { sessions: { name: string }[] };
  return { ...listed, data: { sessions: sessions.map((one) => ({ id: one.name, ...one })) } };
}
