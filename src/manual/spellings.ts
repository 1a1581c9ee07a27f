/**
 * Hints for users of other browser tools: tables of the names of commands and options in other tools, and their names here.
 * The parser uses them for unknown words.
 */

import { type Args, isAddressable, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { quoteWord } from "../lib/words.ts";
import { usageLine } from "./usage.ts";

/** Our commands, each with the names that other tools use, separated by |. */
export const COMMANDS: Record<string, string> = {
  open: "go|visit|load|browse|goto-url|navigate-to",
  reload: "refresh",
  state: "snapshot|snap|elements|accessibility|a11y|aria|tree|dom|observe|inspect|page-info|get elements|get state",
  "get text": "text|inner-text|innertext|text-content|textcontent|extract-text|get inner-text|get innertext",
  "get html": "html|inner-html|innerhtml|outerhtml|content|source|page-source|get source|get content|get dom",
  "get title": "title",
  "get url": "url|current-url|location",
  "get value": "value|input-value",
  "get attributes": "attr|attribute|attributes|get attr",
  "get count": "count",
  "get bbox": "bbox|get rect|bounding-box",
  click: "tap|press-button|left-click",
  rightclick: "right-click|context-click|contextmenu|click-right",
  dblclick: "double-click|doubleclick|click-double",
  keys: "press|press-key|key|key-press|keypress|send-keys|sendkeys|keyboard|hotkey|shortcut",
  type: "send-text|insert-text|enter-text|type-text",
  input: "set-value|setvalue|fill-field|enter|write",
  fill: "fill-form|fillform|form",
  select: "select-option|selectoption|choose|option|dropdown",
  check: "tick|check-box",
  drag: "drag-and-drop|draganddrop|dragndrop|drop|drag-to|swipe",
  upload: "upload-file|set-files|setinputfiles|attach-file|file",
  eval: "evaluate|execute|exec|js|javascript|run-code|run-script|script|console-exec",
  screenshot: "shot|capture|picture|take-screenshot|screen",
  extract: "scrape|read|markdown|article",
  "wait selector": "wait-for|wait-for-selector|wait for|wait visible|wait element|wait-for-element",
  "wait text": "wait-for-text",
  "wait load": "wait navigation|wait page|wait-for-navigation|wait-for-load|wait-for-load-state",
  "wait idle": "wait networkidle|wait network|wait-for-network",
  "is visible": "is-visible|visible",
  "tab list": "pages|list-tabs|windows",
  "tab new": "new-tab|newtab|open-tab|tab open|tab create|new-page",
  "tab switch": "switch-tab|switchtab|select-tab|tab select|tab use|tab go|select-page",
  "tab close": "closetab|close-page|tab remove|tab delete",
  "cookies get": "cookie|get cookies|cookies list|cookies show|get-cookies",
  "cookies set": "set-cookie|cookies add",
  "cookies clear": "cookies delete|cookies remove|clear-cookies",
  "dialog accept": "accept|accept-dialog|alert accept|dialog-accept",
  "dialog dismiss": "dismiss|dismiss-dialog|alert dismiss",
  "storage save": "state-save|save-state|storage export",
  "storage load": "state-load|load-state|storage import",
  "downloads list": "download|downloads show",
  "get errors": "console|errors|console-errors|console-logs|console-messages",
  sessions: "list|ls|list-sessions|browsers|ps",
  close: "quit|exit|stop|kill|end|shutdown|close-browser",
  "clipboard read": "clipboard get|clipboard show|paste",
  "clipboard write": "clipboard set|copy",
  log: "logs|history",
};

/** Hints for names of other tools that have no command here. */
export const ADVICE: Record<string, string> = {
  "find|query|search|locate|queryselector|grep":
    "To search the page: `svc state --grep <text>`; to search by selector: `svc state --selector <css>`.",
  "frame|iframe|switch-frame|frame-switch":
    "There is no need to switch frames: `svc state` also lists the elements in frames.",
  "clear|clear-input": 'To empty a field: `svc input <index> ""`.',
  "scroll-into-view|scrollintoview|scroll-to|scrollto": "To bring an element into view: `svc scroll to <index>`.",
  "sleep|pause|delay|wait-for-timeout":
    "To wait for a fixed time: `svc wait time <ms>`. It is seldom needed: actions and reads wait for the page.",
  "assert|expect|verify|exists|assert-text":
    "`svc wait text <text>`, `svc wait selector <css>` and `svc is visible <index> --assert` fail if the condition is not met.",
  "handle-dialog|alert|confirm": "To answer a dialog: `svc dialog accept` or `svc dialog dismiss`.",
  "network|requests|har|route|intercept": "svc does not record requests; `svc wait idle` waits until none is pending.",
  "pdf|print|save-pdf":
    "svc does not print pages; `svc screenshot --full page.png` takes a screenshot of the whole page.",
  "record|tracing|video|recording": "`svc log` shows the commands of a session; `svc screenshot` takes a screenshot.",
  "login|auth|signin":
    "To log in to a website, fill in its form with `svc fill`; to log in to the platform: `svc cloud login`.",
  "localstorage|local-storage|sessionstorage":
    "To read one value: `svc eval \"localStorage.getItem('key')\"`; to save all of them: `svc storage save <file>`.",
  blur: "To leave a field: `svc keys Tab`, or `svc input <index> <text> --leave`.",
  "new|new-session|session new|launch|start|attach":
    "The first command starts a browser: `svc open <url>`. For a separate browser: `svc --session NAME open <url>`.",
  version: "Run `svc --version`.",
  "mouse click|click-at|mouse-click|mousemove": "To use pixels: `svc click <x> <y>` or `svc mouse move <x> <y>`.",
  use: "To switch tabs: `svc tab switch <index>`; to use another session: `svc --session NAME state`.",
};

/** Our option for an option of other tools. Used if the command has no option of that name. */
const OPTIONS: Record<string, string> = {
  "full-page": "--full",
  fullpage: "--full",
  "no-headless": "--headed",
  visible: "--headed",
  "user-data-dir": "--profile",
  cdp: "--cdp-url",
  "cdp-endpoint": "--cdp-url",
  filter: "--grep",
  search: "--grep",
  css: "--selector",
  wait: "--timeout",
  "timeout-ms": "--timeout",
  format: "--json",
  double: "--count",
};

/** Our positional arguments, each with the option names that other tools use for it. */
const PLACES: Record<string, string> = {
  path: "file|filename|output|out|o|p|save|dest",
  paths: "file|files|path|f",
  url: "u|link|address|to|href",
  index: "ref|element|id|i|idx|uid|target",
  target: "ref|element|id|i|idx|uid|index|coords|position|at|from|to",
  text: "value|content|t|v",
  values: "value|option|v|text",
  keys: "key|k",
  js: "expression|script|code|e|function",
  css: "selector|s|locator",
  direction: "to|d",
  ms: "time|seconds",
};

/** A hint for the name of a command in another tool, or undefined. */
export function spelledCommand(words: readonly string[], commands: readonly AnyCommand[]): string | undefined {
  const said = words.map((word) => kebab(word));
  if (said[0] === "wait" && /^[#.[]/.test(words[1] ?? ""))
    return `Did you mean \`svc wait selector ${quoteWord(words[1] ?? "")}\`?`;
  for (const count of [2, 1]) {
    if (said.length < count) continue;
    const name = said.slice(0, count).join(" ");
    const advice = Object.entries(ADVICE).find(([names]) => names.split("|").includes(name));
    if (advice) return advice[1];
    const found = Object.entries(COMMANDS).find(([, names]) => names.split("|").includes(name));
    const command = found && commands.find((one) => one.name === found[0]);
    if (command) return `Did you mean \`${lineOf(command, words.slice(count))}\`?`;
  }
  return undefined;
}

/** `waitForSelector` and `wait_for_selector` as `wait-for-selector`. */
function kebab(word: string): string {
  return word
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

/** Names of keys, which cannot be a secret. */
const KEYS =
  /^((Control|Ctrl|Shift|Alt|Meta|Cmd)\+)*(Enter|Tab|Esc(ape)?|Space|Backspace|Delete|Home|End|Page(Up|Down)|(Arrow)?(Up|Down|Left|Right)|F\d+|(?<=\+).)$/i;

/** The corrected command. Keeps the words after the name if they may be valid arguments and cannot be secrets. */
function lineOf(command: AnyCommand, words: readonly string[]): string {
  const args = Object.values(command.args as Args).filter(({ place }) => place.startsWith("positional"));
  const fits = args.some(({ place }) => place === "positionals") || words.length <= args.length;
  const isOpen =
    args.every(({ type }) => type.secret === undefined) ||
    (command.name === "keys" && words.every((word) => KEYS.test(word)));
  if (words.length === 0 || !fits || !isOpen || words.join(" ").length > 80) return usageLine(command);
  const given = words.map((word) => quoteWord(word)).join(" ");
  return args[0]?.type.elements && !/^\d+( \d+)?$/.test(given) ? usageLine(command) : `svc ${command.name} ${given}`;
}

/** A hint for an option that the command does not have, or undefined. */
export function spelledOption(word: string, command: AnyCommand | undefined, all: Args): string | undefined {
  const name = word.split("=", 1)[0]?.replace(/^-+/, "").toLowerCase() ?? "";
  const args = (command?.args ?? {}) as Args;
  const option = OPTIONS[name];
  if (option && Object.entries(all).some(([key, arg]) => `--${optionName(key, arg)}` === option))
    return `Did you mean ${option}?`;
  if (command?.name === "type" && /^(enter|submit|press-enter|leave)$/.test(name))
    return "Run `svc keys Enter` afterwards; `svc input <index> <text> --enter` does both.";
  if (name === "for" && command?.name.startsWith("wait ")) return `Leave ${word} out: \`${usageLine(command)}\`.`;
  if (command?.name === "state" && /^(i|interactive|interactive-only|c|compact)$/.test(name))
    return "Leave it out: `svc state` lists the elements that can be acted on.";
  const takesElement = command?.name === "fill" || Object.keys(args).some((key) => isAddressable(args, key));
  if (takesElement && /^(selector|css|s|locator|xpath)$/.test(name))
    return `Run \`svc state --selector <css>\` to get the index of the element, then \`${usageLine(command)}\`.`;
  const place = Object.entries(args).find(
    ([key, { place }]) =>
      place.startsWith("positional") && (key === name || (PLACES[key] ?? "").split("|").includes(name)),
  );
  return place && `Write it as a word, without the option: \`${usageLine(command)}\`.`;
}

/** A hint for an option that is a verb of the noun, as in `wait --text Hello`; or undefined. */
export function spelledVerb(word: string, noun: string, commands: readonly AnyCommand[]): string | undefined {
  const name = word.split("=", 1)[0]?.replace(/^-+/, "") ?? "";
  if (noun === "wait" && name === "for")
    return "Write what to wait for as a word: `svc wait text Hello`, `svc wait selector '#done'`.";
  const command = commands.find((one) => one.name === `${noun} ${name}`);
  return command && `Did you mean \`${usageLine(command)}\`?`;
}

/** A hint for an invalid value of an argument, or undefined. */
export function spelledValue(word: string, command: AnyCommand | undefined): string | undefined {
  if (command?.name === "scroll" && /^\d+$/.test(word)) return `Did you mean \`svc scroll down --amount ${word}\`?`;
  const isChoice = Object.values((command?.args ?? {}) as Args).some(
    ({ place, type }) => place === "positional" && type.choices?.includes(word),
  );
  return isChoice ? `Did you mean \`svc ${command?.name} ${word}\`?` : undefined;
}

/** A hint for too many words, such as a point where an element is expected; or undefined. */
export function spelledWords(words: readonly string[], command: AnyCommand | undefined): string | undefined {
  const [first, second] = words;
  const args = (command?.args ?? {}) as Args;
  const isNumber = (word: string | undefined) => word !== undefined && /^\d+$/.test(word);
  if (command?.name === "type" && (isNumber(first) || /^[#.@[]/.test(first ?? "")))
    return "`svc type` types into the focused element. To fill a field: `svc input <index> <text>`.";
  const takesElement = Object.values(args).find(({ place }) => place.startsWith("positional"))?.type.elements;
  if (takesElement && isNumber(first) && isNumber(second))
    return (
      `\`svc ${command?.name}\` takes one element. These commands take a point in pixels: click, dblclick, rightclick and hover, ` +
      `as in \`svc click ${first} ${second}\`; and \`svc drag x1 y1 x2 y2\`.`
    );
  return undefined;
}
