/** Tools that read a page or act on it. */

import { addressed, flag, isAddressed, type NamedTool, number, plainly, text, words } from "./named-tool.ts";
import { click, extractContent, getState, usageError, wait } from "./plans.ts";

export const pageTools: readonly NamedTool[] = [
  {
    name: "browser_navigate",
    description: "Open a URL, or go back, forward or reload",
    runs: ["open", "forward", "reload"],
    replies: ["open", "back", "forward", "reload", "tab new"],
    own: {
      url: text("URL, or one of: back, forward, reload"),
      new_tab: flag("Open it in a new tab"),
    },
    required: ["url"],
    run({ new_tab: isNew, ...args }, run) {
      if (args.url === "back" || args.url === "forward" || args.url === "reload") return run(args.url, {});
      return isNew === true ? run("tab new", { url: args.url }) : run("open", args);
    },
  },
  {
    name: "browser_go_back",
    description: "Go back in the tab's history",
    runs: ["back"],
    run: plainly("back"),
  },
  {
    name: "browser_get_state",
    description:
      "The page: URL, title, tabs, text, and elements with their [index]. Call it first, and again when the page has changed; other tools take the indices",
    runs: ["state"],
    replies: [],
    shown: ["diff", "viewport", "grep", "selector", "maxTokens", "all"],
    own: { include_screenshot: flag("Include a screenshot") },
    run: getState,
  },
  {
    name: "browser_click",
    description:
      "Click an element by index, text or role, or a point. Reports the effect: navigation, new tab, dialog, download",
    runs: ["click"],
    replies: ["click", "tab new"],
    shown: ["button", "count", "modifiers", "force"],
    own: {
      index: number("Index from the state"),
      ...addressed("text", "role", "name", "near", "nth"),
      coordinate_x: number("Instead of an index: x in pixels of the viewport"),
      coordinate_y: number("y in pixels; required with coordinate_x"),
      new_tab: flag("Open the link in a new tab"),
    },
    run: click,
  },
  {
    name: "browser_type",
    description: "Replace the content of a field; without an index, type into the focused element key by key",
    runs: ["input", "type"],
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
      "Set several fields at once: text, lists, check boxes, dates. All are checked before the first one is changed; the result lists each field",
    runs: ["fill"],
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
    description: "Press keys such as Enter, Control+a or 'Tab Tab Enter'; or hold a key down",
    runs: ["keys"],
    run: plainly("keys"),
  },
  {
    name: "browser_select",
    description: "Select options in a list, menu or group of choices, by label or value",
    runs: ["select"],
    isIdempotent: true,
    shown: ["index", "values", "add", "remove"],
    own: addressed("label"),
    required: ["values"],
    run: plainly("select"),
  },
  {
    name: "browser_upload",
    description: "Upload files through a file input, or a button that opens a file chooser",
    runs: ["upload"],
    isIdempotent: true,
    shown: ["index", "paths"],
    own: addressed("text", "label"),
    required: ["paths"],
    run: plainly("upload"),
  },
  {
    name: "browser_scroll",
    description: "Scroll the page, or the box around an element; `to` brings an element into view",
    runs: ["scroll"],
    shown: ["direction", "index", "amount", "in"],
    own: addressed("text"),
    run: plainly("scroll"),
  },
  {
    name: "browser_wait",
    description: "Wait for one of these; actions wait for their own effects automatically",
    runs: ["wait text", "wait selector", "wait url", "wait time", "wait idle"],
    own: {
      text: text("The page shows this text"),
      selector: text("A CSS selector matches a visible element"),
      hidden: flag("With selector: wait until nothing visible matches"),
      url: text("The URL contains this text, or matches this glob or /regex/"),
      idle: flag("There are no network requests"),
      time_ms: number("Wait this long"),
      timeout_ms: number("Longest time to wait, in milliseconds; default 30000"),
    },
    run: wait,
  },
  {
    name: "browser_screenshot",
    description: "Screenshot of the viewport",
    runs: ["screenshot"],
    replies: [],
    shown: ["element", "annotate", "maxWidth"],
    own: { full_page: flag("The whole page"), path: text("File to write, instead of returning the image") },
    run({ full_page: isFull, ...args }, run) {
      return run("screenshot", isFull === undefined || isFull === null ? args : { ...args, full: isFull });
    },
  },
  {
    name: "browser_extract_content",
    description: "The readable content of the page, without its controls",
    runs: ["extract"],
    effect: "read",
    own: {
      query: text("What to look for. A configured language model answers it; without one you get the content itself"),
      extract_links: flag("Include the URLs of links"),
    },
    run: extractContent,
  },
  {
    name: "browser_eval",
    description: "Run JavaScript in the page; promises are awaited",
    runs: ["eval"],
    shown: ["js"],
    required: ["js"],
    run: plainly("eval"),
  },
  {
    name: "browser_dialog",
    description: "Answer the dialog that the page opened",
    runs: ["dialog accept", "dialog dismiss"],
    own: { action: words("accept or dismiss", "accept", "dismiss"), text: text("Answer to a prompt") },
    required: ["action"],
    run({ action, ...args }, run) {
      if (action === "accept" || action === "dismiss") return run(`dialog ${action}`, args);
      return usageError("action: expected accept or dismiss");
    },
  },
  {
    name: "browser_get_html",
    description: "HTML of the page, or of an element",
    runs: ["get html"],
    shown: ["selector", "index"],
    own: addressed("text"),
    run: plainly("get html"),
  },
];
