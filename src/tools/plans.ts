/**
 * What the tools of `named.ts` do where it is more than one command with other names for its arguments. Knows commands by
 * name, and nothing of schemas.
 */
import { Failure } from "../errors.ts";
import type { Outcome } from "../outcome.ts";
import { describe } from "../run-command.ts";
import type { Run, Values } from "./tool.ts";

/** Arguments that do not go together. */
export function refused(message: string, hint?: string): Promise<Outcome> {
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

/** Its last line says what to do about a page that is not shown whole: here in tools, not in commands. */
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

/** What says which element is meant, in place of an index. */
const ADDRESS: ReadonlySet<string> = new Set(["text", "role", "name", "label", "placeholder", "near", "nth"]);

/** By index, by what it says, by a point, or as the command itself takes it; a link in a new tab is opened by its address. */
export async function click(args: Values, run: Run): Promise<Outcome> {
  const { index, coordinate_x: x, coordinate_y: y, new_tab: isNew, ...rest } = args;
  const has = (value: unknown) => value !== undefined && value !== null;
  const address = Object.fromEntries(Object.entries(rest).filter(([key, value]) => ADDRESS.has(key) && has(value)));
  const isAddressed = Object.keys(address).length > 0;
  if (has(x) !== has(y)) return await refused("coordinate_x and coordinate_y must be used together");
  if (has(index) && has(x)) return await refused("an index and coordinates cannot be used together");
  if (!has(index) && !has(x) && !has(rest.target) && !isAddressed)
    return await refused("expected an index, a text or role, or coordinate_x and coordinate_y");
  if (isNew === true && (has(index) || isAddressed)) {
    const { name, ...others } = address;
    const link = has(index) ? { index } : { ...others, ...(has(name) ? { by_name: name } : {}) };
    const attributes = await run("get attributes", link);
    if (!attributes.ok) return attributes;
    const told = attributes.data as { index: number; attributes: Record<string, string> };
    const { href } = told.attributes;
    if (href === undefined)
      return await refused(`element ${told.index} is not a link: it cannot be opened in a new tab`);
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
  if (!url) return await refused(`'${href}' is not a URL`);
  return await run("tab new", { url: url.href });
}

/** For the one thing that is named. */
export async function wait(args: Values, run: Run): Promise<Outcome> {
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
export async function extractContent(args: Values, run: Run, has: (command: string) => boolean): Promise<Outcome> {
  const { extract_links: withLinks, ...rest } = args;
  if (!has("extract")) return await run("get text", {});
  const outcome = await run("extract", rest);
  const isUnasked = !outcome.ok && outcome.error.code === "no_model";
  const content = isUnasked
    ? unanswered(String(rest.query), await run("extract", { ...rest, query: undefined }))
    : outcome;
  if (!content.ok || withLinks !== true) return content;
  const links = await run("extract", { format: "links" });
  if (!links.ok) return links;
  return { ...content, data: { ...content.data, ...links.data }, text: `${content.text}\n\n${links.text}` };
}

/** Lines of the content that are shown for a query that nobody answers. */
const MAX_FOUND = 8;

/** The content in place of an answer says so, and shows first where the words of the query stand. */
function unanswered(query: string, content: Outcome): Outcome {
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

/** The lines that have most of the query's words, in the order of the page. Short words say nothing. */
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

/** The tab by its index, or by the four characters that the list of tabs gives it. */
export async function onTab(id: unknown, run: Run, act: (index: number) => Promise<Outcome>): Promise<Outcome> {
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

/** A session is known by its name; the predecessor called it an id. */
export async function listSessions(args: Values, run: Run): Promise<Outcome> {
  const listed = await run("sessions", args);
  if (!listed.ok) return listed;
  const { sessions } = listed.data as { sessions: { name: string }[] };
  return { ...listed, data: { sessions: sessions.map((one) => ({ id: one.name, ...one })) } };
}
