/**
 * What users of other browser tools type, and how it is written here. One table for names of commands, one for options. Pure;
 * the parser asks it where it knows no better.
 */

import { type Args, isAddressable, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { quoteWord } from "../lib/words.ts";
import { usageLine } from "./usage.ts";

/** A command of ours, and the names that others have for it. Names of two words stand for a noun and a verb. */
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

/** Advice for what has no command of its own here. */
export const ADVICE: Record<string, string> = {
  "find|query|search|locate|queryselector|grep":
    "To search the page: `svc state --grep <text>`; what matches a selector: `svc state --selector <css>`.",
  "frame|iframe|switch-frame|frame-switch": "No need to switch: `svc state` numbers what is in frames, too.",
  "clear|clear-input": 'To empty a field: `svc input <index> ""`.',
  "scroll-into-view|scrollintoview|scroll-to|scrollto": "To bring an element into view: `svc scroll to <index>`.",
  "sleep|pause|delay|wait-for-timeout":
    "To wait some milliseconds: `svc wait time <ms>`. It is seldom needed: actions and reads wait for the page.",
  "assert|expect|verify|exists|assert-text":
    "`svc wait text <text>` and `svc wait selector <css>` fail where it does not come; so does `svc is visible <index> --assert`.",
  "handle-dialog|alert|confirm": "To answer a dialog: `svc dialog accept` or `svc dialog dismiss`.",
  "network|requests|har|route|intercept":
    "Requests are not recorded here; `svc wait idle` waits until none is pending.",
  "pdf|print|save-pdf": "Pages are not printed here; `svc screenshot --full page.png` takes a picture of a whole one.",
  "record|tracing|video|recording": "What a session did is in `svc log`; `svc screenshot` takes a picture.",
  "login|auth|signin": "To sign in to a website use its form, as in `svc fill`; to the platform: `svc cloud login`.",
  "localstorage|local-storage|sessionstorage":
    "To read one value: `svc eval \"localStorage.getItem('key')\"`; to keep all of them: `svc storage save <file>`.",
  blur: "To leave a field: `svc keys Tab`, or `svc input <index> <text> --leave`.",
  "new|new-session|session new|launch|start|attach":
    "A browser starts with the first command: `svc open <url>`; one of its own with `svc --session NAME open <url>`.",
  version: "Run `svc --version`.",
  "mouse click|click-at|mouse-click|mousemove": "For pixels: `svc click <x> <y>`, or `svc mouse move <x> <y>`.",
  use: "To switch tabs: `svc tab switch <index>`; to use another session: `svc --session NAME state`.",
};

/** The option of ours for one of others, or the words that stand in its place. Tried where the command has no such option. */
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

/** Positionals that others write as options, by the name of ours. */
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

/** How a command is written that somebody else calls so; undefined where no one does. */
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

/** Names of keys, which are no secret. */
const KEYS =
  /^((Control|Ctrl|Shift|Alt|Meta|Cmd)\+)*(Enter|Tab|Esc(ape)?|Space|Backspace|Delete|Home|End|Page(Up|Down)|(Arrow)?(Up|Down|Left|Right)|F\d+|(?<=\+).)$/i;

/** The words behind the name stay where they may be right and none of them can be a secret. */
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

/** What to write in place of an option that the command does not have; undefined where nothing is known. */
export function spelledOption(word: string, command: AnyCommand | undefined, all: Args): string | undefined {
  const name = word.split("=", 1)[0]?.replace(/^-+/, "").toLowerCase() ?? "";
  const args = (command?.args ?? {}) as Args;
  const option = OPTIONS[name];
  if (option && Object.entries(all).some(([key, arg]) => `--${optionName(key, arg)}` === option))
    return `Did you mean ${option}?`;
  if (command?.name === "type" && /^(enter|submit|press-enter|leave)$/.test(name))
    return "Run `svc keys Enter` behind it; `svc input <index> <text> --enter` does both.";
  if (name === "for" && command?.name.startsWith("wait ")) return `Leave ${word} out: \`${usageLine(command)}\`.`;
  if (command?.name === "state" && /^(i|interactive|interactive-only|c|compact)$/.test(name))
    return "Leave it out: `svc state` lists what can be acted on.";
  const takesElement = command?.name === "fill" || Object.keys(args).some((key) => isAddressable(args, key));
  if (takesElement && /^(selector|css|s|locator|xpath)$/.test(name))
    return `\`svc state --selector <css>\` numbers what matches a selector: run \`${usageLine(command)}\` with that number.`;
  const place = Object.entries(args).find(
    ([key, { place }]) =>
      place.startsWith("positional") && (key === name || (PLACES[key] ?? "").split("|").includes(name)),
  );
  return place && `Write it as a word, without the option: \`${usageLine(command)}\`.`;
}

/** `wait --text Hello`: the option is a verb of the noun. */
export function spelledVerb(word: string, noun: string, commands: readonly AnyCommand[]): string | undefined {
  const name = word.split("=", 1)[0]?.replace(/^-+/, "") ?? "";
  if (noun === "wait" && name === "for")
    return "Write what to wait for as a word: `svc wait text Hello`, `svc wait selector '#done'`.";
  const command = commands.find((one) => one.name === `${noun} ${name}`);
  return command && `Did you mean \`${usageLine(command)}\`?`;
}

/** What to write in place of a word that does not fit its argument. */
export function spelledValue(word: string, command: AnyCommand | undefined): string | undefined {
  if (command?.name === "scroll" && /^\d+$/.test(word)) return `Did you mean \`svc scroll down --amount ${word}\`?`;
  const isChoice = Object.values((command?.args ?? {}) as Args).some(
    ({ place, type }) => place === "positional" && type.choices?.includes(word),
  );
  return isChoice ? `Did you mean \`svc ${command?.name} ${word}\`?` : undefined;
}

/** What to do with words that are too many: points where one element is meant, an index where none is. */
export function spelledWords(words: readonly string[], command: AnyCommand | undefined): string | undefined {
  const [first, second] = words;
  const args = (command?.args ?? {}) as Args;
  const isNumber = (word: string | undefined) => word !== undefined && /^\d+$/.test(word);
  if (command?.name === "type" && (isNumber(first) || /^[#.@[]/.test(first ?? "")))
    return "`svc type` types into what has the focus; to fill a field: `svc input <index> <text>`.";
  const takesElement = Object.values(args).find(({ place }) => place.startsWith("positional"))?.type.elements;
  if (takesElement && isNumber(first) && isNumber(second))
    return (
      `\`svc ${command?.name}\` takes one element at a time. A point in pixels is taken by click, dblclick, rightclick and hover, ` +
      `as in \`svc click ${first} ${second}\`, and by \`svc drag x,y x,y\`.`
    );
  return undefined;
}
