import { option, positional, positionalOr, positionals } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { errorHint, type ScriptError } from "../../page/events/script-errors.ts";
import { graphemes } from "../../page/input/keymap.ts";
import {
  attributesOf,
  boxOf,
  countOf,
  factsOf,
  findFirst,
  htmlOf,
  optionsOf,
  pageHtml,
  pageText,
  readValue,
  stylesOf,
  textOf,
} from "../../page/locate/read-element.ts";
import { documentFacts } from "../../page/navigation/navigate.ts";
import { elementIndex, integer, text } from "../../values.ts";

/**
 * The names that are asked for. With an address the index is left out: one that is given all the same is read as the first
 * name, and no attribute or property begins with a digit.
 */
function namesOf(names: string[], what: string): string[] {
  const number = names.find((name) => /^\d/.test(name));
  if (number === undefined) return names;
  throw new Failure(
    "usage",
    `'${number}' is not the name of ${what}; an index cannot be combined with --text, --role or --label`,
    "Leave out the index, or leave out --text, --role and --label.",
  );
}

const index = positional(elementIndex(), "Index from the last state");

/** What people look at when an element does not look or act as it should. */
const COMMON_STYLES = (
  "display visibility opacity color background-color font-size font-weight font-family cursor position z-index " +
  "width height overflow pointer-events"
).split(" ");

export const getTitle = command({
  name: "get title",
  group: "inspection",
  summary: "Title of the page",
  effect: "read",
  needs: "page",
  settles: "page",
  args: {},
  examples: ["get title"],
  async run({ page }) {
    return { title: (await documentFacts(page)).title };
  },
});

export const getUrl = command({
  name: "get url",
  group: "inspection",
  summary: "Address of the page",
  effect: "read",
  needs: "page",
  settles: "page",
  args: {},
  examples: ["get url"],
  async run({ page }) {
    return { url: (await documentFacts(page)).url };
  },
});

export const getHtml = command({
  name: "get html",
  group: "inspection",
  summary: "HTML of the page or of one element; all frames are searched",
  effect: "read",
  needs: "page",
  settles: "page",
  args: {
    selector: option(text("css", { nonEmpty: true }), "CSS selector; the first match"),
    index: option(elementIndex(), "Index from the last state"),
  },
  examples: ["get html", "get html --selector main", "get html --index 4"],
  async run({ page, args }) {
    if (args.selector !== undefined && args.index !== undefined)
      throw new Failure("usage", "--selector and --index cannot be used together");
    if (args.index !== undefined) return { html: await htmlOf(page.elements.get(args.index)) };
    if (args.selector !== undefined) return { html: await htmlOf(await findFirst(page, args.selector)) };
    return { html: await pageHtml(page) };
  },
});

export const getText = command({
  name: "get text",
  group: "inspection",
  summary: "Text of an element, or all visible text of the page",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index: positionalOr(elementIndex(), undefined, "Index from the last state") },
  examples: ["get text 4", "get text"],
  async run({ page, args }) {
    if (args.index === undefined) return { text: await pageText(page) };
    return { index: args.index, text: await textOf(page, args.index) };
  },
  text: (r) => ("index" in r ? `index: ${r.index}\ntext: ${r.text}` : r.text),
});

export const getValue = command({
  name: "get value",
  group: "inspection",
  summary: "Value of a form field, list, check box, slider or progress bar; never a password",
  effect: "read",
  needs: "page",
  settles: "page",
  args: {
    index,
    head: option(integer("n", { min: 1 }), "Only the first n characters, and the full length"),
    tail: option(integer("n", { min: 1 }), "Only the last n characters, and the full length"),
  },
  examples: ["get value 3", "get value 3 --tail 500"],
  async run({ page, args: { index, head, tail } }) {
    if (head !== undefined && tail !== undefined)
      throw new Failure("usage", "--head and --tail cannot be used together", "Leave out one of them.");
    const held = await readValue(page, index);
    return { index, ...held, ...partOf(held.value, head, tail) };
  },
});

/** The end that is asked for, and the length of the whole where that is more. Characters are those that a person counts. */
function partOf(value: string | string[], head = 0, tail = 0): { value?: string; length?: number } {
  if (Array.isArray(value) || head + tail === 0) return {};
  const all = graphemes(value);
  if (all.length <= head + tail) return {};
  const part = head > 0 ? all.slice(0, head) : all.slice(-tail);
  return { value: part.join(""), length: all.length };
}

export const getOptions = command({
  name: "get options",
  group: "inspection",
  summary: "All options of a select list, with value, label and state",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index },
  examples: ["get options 5"],
  async run({ page, args }) {
    return { index: args.index, options: await optionsOf(page, args.index) };
  },
  text: (r) => {
    const lines = r.options.map(({ value, label, selected, disabled, group }) => {
      const states = [group, selected && "selected", disabled && "disabled"].filter(Boolean);
      const shown = value === label ? label : `${value}: ${label}`;
      return `  ${shown}${states.length > 0 ? ` (${states.join(", ")})` : ""}`;
    });
    return [`index: ${r.index}`, `options: ${r.options.length}`, ...lines].join("\n");
  },
});

export const getAttributes = command({
  name: "get attributes",
  aliases: ["get attribute"],
  group: "inspection",
  summary: "All attributes of an element, or one; null if the element does not have it",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index, name: positionalOr(text("name", { nonEmpty: true }), undefined, "Name of the attribute") },
  examples: ["get attributes 3", "get attributes 3 href"],
  async run({ page, args }) {
    const [name] = namesOf(args.name === undefined ? [] : [args.name], "an attribute");
    const all = await attributesOf(page, args.index);
    return { index: args.index, attributes: name === undefined ? all : { [name]: all[name] ?? null } };
  },
});

export const getStyles = command({
  name: "get styles",
  group: "inspection",
  summary: "Computed styles of an element: the common ones, or the named ones",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index, property: positionals(text("property", { nonEmpty: true }), "Names of CSS properties") },
  examples: ["get styles 3", "get styles 3 color border-radius", "get styles 3 -- --brand-color"],
  async run({ page, args }) {
    const asked = namesOf(args.property, "a CSS property");
    const properties = asked.length > 0 ? asked : COMMON_STYLES;
    return { index: args.index, styles: await stylesOf(page, args.index, properties) };
  },
  text: (r) =>
    [`index: ${r.index}`, ...Object.entries(r.styles).map(([name, value]) => `${name}: ${value}`)].join("\n"),
});

export const getRole = command({
  name: "get role",
  group: "inspection",
  summary: "Role and accessible name of an element",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index },
  examples: ["get role 3"],
  async run({ page, args }) {
    const { role, name } = await factsOf(page, args.index);
    return { index: args.index, role, name };
  },
});

export const getBbox = command({
  name: "get bbox",
  aliases: ["get box"],
  group: "inspection",
  summary: "Position and size of an element in the viewport, in pixels",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { index },
  examples: ["get bbox 3"],
  async run({ page, args }) {
    return { index: args.index, bbox: await boxOf(page, args.index) };
  },
});

export const getCount = command({
  name: "get count",
  group: "inspection",
  summary: "Number of elements that match, in all frames and shadow roots",
  effect: "read",
  needs: "page",
  settles: "page",
  args: { css: positional(text("css", { nonEmpty: true }), "CSS selector") },
  examples: ["get count .item"],
  async run({ page, args }) {
    return { selector: args.css, count: await countOf(page, args.css) };
  },
});

export const getErrors = command({
  name: "get errors",
  group: "inspection",
  summary: "Uncaught JavaScript errors and rejected promises since the page was loaded",
  effect: "read",
  needs: "page",
  settles: "page",
  args: {},
  examples: ["get errors"],
  async run({ page }): Promise<{ count: number; errors: readonly ScriptError[]; hint?: string }> {
    const errors = await page.errors.now();
    const hint = errorHint(errors);
    return { count: errors.length, errors, ...(hint === undefined ? {} : { hint }) };
  },
  text: ({ errors, hint }) => {
    const lines = errors.length === 0 ? ["no errors"] : errors.map(errorText);
    return [...lines, ...(hint === undefined ? [] : [`Hint: ${hint}`])].join("\n");
  },
});

function errorText({ message, url, line, column, stack = [] }: ScriptError): string {
  const where = stack.length > 0 || url === undefined ? stack : [`${url}:${line}:${column}`];
  return [message, ...where.map((frame) => `  at ${frame}`)].join("\n");
}
