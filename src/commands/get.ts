import { command, option, positional } from "../command.ts";
import { documentFacts } from "../page/navigate.ts";
import { attributesOf, boxOf, htmlOf, readValue, textOf } from "../page/read.ts";
import { elementIndex, text } from "../values.ts";

const index = positional(elementIndex(), "Index from the last state");

export const getTitle = command({
  name: "get title",
  group: "inspection",
  summary: "Title of the page",
  effect: "read",
  needs: "page",
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
  args: {},
  examples: ["get url"],
  async run({ page }) {
    return { url: (await documentFacts(page)).url };
  },
});

export const getHtml = command({
  name: "get html",
  group: "inspection",
  summary: "HTML of the page, or of the first element that matches",
  effect: "read",
  needs: "page",
  args: { selector: option(text("css", { nonEmpty: true }), "CSS selector") },
  examples: ["get html", "get html --selector main"],
  async run({ page, args }) {
    return { html: await htmlOf(page, args.selector) };
  },
});

export const getText = command({
  name: "get text",
  group: "inspection",
  summary: "Text of an element, as it is now",
  effect: "read",
  needs: "page",
  args: { index },
  examples: ["get text 4"],
  async run({ page, args }) {
    return { index: args.index, text: await textOf(page, args.index) };
  },
});

export const getValue = command({
  name: "get value",
  group: "inspection",
  summary: "Value of an input, a textarea or a list",
  effect: "read",
  needs: "page",
  args: { index },
  examples: ["get value 3"],
  async run({ page, args }) {
    return { index: args.index, value: await readValue(page, args.index) };
  },
});

export const getAttributes = command({
  name: "get attributes",
  group: "inspection",
  summary: "All attributes of an element",
  effect: "read",
  needs: "page",
  args: { index },
  examples: ["get attributes 3"],
  async run({ page, args }) {
    return { index: args.index, attributes: await attributesOf(page, args.index) };
  },
});

export const getBbox = command({
  name: "get bbox",
  group: "inspection",
  summary: "Box of an element in the viewport, in pixels",
  effect: "read",
  needs: "page",
  args: { index },
  examples: ["get bbox 3"],
  async run({ page, args }) {
    return { index: args.index, bbox: await boxOf(page, args.index) };
  },
});
