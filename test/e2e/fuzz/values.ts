/** Values for every type of argument that are often valid, so that a random line reaches the command itself. */
import type { Arg } from "../../../src/args.ts";
import { commands } from "../../../src/commands/index.ts";
import { SETTINGS } from "../../../src/lib/settings.ts";
import type { Chance } from "./chance.ts";

/** Paths of the test's own server. */
const PATHS = ["", "other", "frame", "missing", "dialog", "file", "odd"] as const;

const LOCAL = [
  ...[
    "about:blank",
    "data:text/html,<p>x",
    "data:,",
    "http://",
    "http://[::1",
    "http://127.0.0.1:1/",
    "127.0.0.1:99999",
  ],
  ...[
    "javascript:1",
    "file:",
    "chrome://version",
    "view-source:about:blank",
    "blob:x",
    "http://127.0.0.1:1/\u0001",
    "ws://",
  ],
];

const FILES = [
  ...[
    "a.txt",
    "in.json",
    "in.txt",
    "out.png",
    "out.jpg",
    "out.pdf",
    "sub",
    "missing/x.json",
    "x".repeat(300),
    "/dev/full",
  ],
  ...["/dev/null", "in.txt/x", `${"y/".repeat(3000)}z`, "~/z", " ", "é.json", "a\nb.txt", "/proc/self/nothing"],
];

const SCRIPTS = [
  ...[
    "1",
    "document.title",
    "({a:1})",
    "[1,,2]",
    "undefined",
    "null",
    "NaN",
    "10n",
    "Symbol()",
    "window",
    "document.body",
  ],
  ...[
    "throw 1",
    "throw new Error('x')",
    "Promise.reject()",
    "new Promise(()=>{})",
    "(",
    "return 1",
    "await 1",
    "()=>{}",
  ],
  ...["Object.create(null)", "let a={};a.a=a;a", "new Proxy({},{get(){throw 1}})", "new Map([[1,2]])", "'\\ud800'"],
  ...[
    "alert(1)",
    "confirm('x')",
    "location='/other'",
    "location.reload()",
    "window.open('/other')",
    "document.write('x')",
  ],
  ...["document.querySelector('form').remove()", "history.back()", "'x'.repeat(1e6)", "while(1);", "window.close()"],
];

const PYTHON = [
  ...["1+1", "print('x')", "(", "raise ValueError('x')", "import sys; sys.exit(3)", "browser.url", "browser.nothing()"],
  ...["browser.eval('1')", "browser.click(99)", "x = 1\nx", "print('\\ud800')", "import os; os._exit(9)", "'x'*100000"],
];

const INNER = [
  "get title\nget url",
  "bogus\nget title",
  '["get","title"]',
  "[[",
  "get title --json",
  "'",
  "\x00",
  "state | x",
];

/** Values by the label that the usage shows. */
const BY_LABEL: Readonly<Record<string, readonly string[]>> = {
  css: ["input", "#name", "button", "form > *", "iframe", "body", "html", "::before", "no-such", "select option"],
  role: ["button", "textbox", "link", "checkbox", "combobox", "heading"],
  direction: ["up", "down", "left", "right", "top", "bottom"],
  "x,y": ["10,20", "0,0", "-5,3", "99999,99999"],
  "x,y,w,h": ["0,0,10,10", "5,5,1,1", "0,0,99999,99999"],
  keys: ["Enter", "Tab", "Control+a", "Shift", "a", "F5", "Escape", "Alt+F4", "Control+Shift+Alt+Meta+x", "Control+"],
  key: ["Shift", "Control", "bu_0123456789abcdef", ...Object.keys(SETTINGS)],
  js: SCRIPTS,
  "field=value": ["1=a", "Name=Ann", "2=", "Nobody=x", "5=on", "3=two"],
  "field=name": ["1=HOME", "Name=NO_SUCH_VARIABLE", "2=PATH"],
  "key=value": ["a=b", "limit=1"],
  "name: value": ["X-A: b", "Content-Type: text/plain"],
  json: ["{}", '{"task":"x"}', "[]", "@in.json", "@missing", "-", "{"],
  "json-or-file": ["{}", '{"type":"object","properties":{"a":{"type":"string"}}}', "in.json", '{"type":7}'],
  id: ["3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80"],
  "task-id": ["3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80"],
  "session-id": ["3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80"],
  hosts: ["localhost", "127.0.0.1:8443", "*"],
  names: ["geolocation", "camera@http://127.0.0.1", "core", "all"],
  "lat,lon": ["48.2,16.37", "91,0"],
  WxH: ["800x600", "390x844@3,mobile", "0x0", "99999x1"],
  domain: ["127.0.0.1", ".localhost", "localhost"],
  domains: ["example.com", "a.example,*.b.example"],
  country: ["de", "none"],
  value: ["one", "two", "Two", "3", "true", "30m", "nothing"],
  name: ["HOME", "default", "Name", "id", "a.bin", "create", "width"],
  property: ["color", "--x", "display", "no-such"],
  topic: ["click", "browser", "wait", "wait text", "profile", "cloud v2", "no-such"],
  topics: ["click"],
  command: commands.map(({ name }) => name),
  pattern: ["**/other", "*", "http://127.0.0.1*", "/o.*/"],
  port: ["1", "8080", "65536"],
  code: PYTHON,
  file: FILES,
  folder: FILES,
  path: FILES,
};

const TEXTS = [
  "Save",
  "Name",
  "Agree",
  "Ann",
  "two",
  "Details",
  "hello world",
  "@default",
  "text",
  "Ask",
  "12:30",
  "2026-01-31",
];

/** A valid or invalid value for the argument. */
export function wordFor(chance: Chance, key: string, arg: Arg, base: string): string {
  if (chance.is(0.13)) return chance.garbage();
  const { label, choices, completes } = arg.type;
  if (choices) return chance.pick(choices);
  // No value may outlast the test's own limit.
  if (key === "timeout") return chance.pick(["300", "700", "1500", "1", "0", "-1", "2000000001", "1.5"]);
  if (completes === "files") return chance.pick(FILES);
  if (label === "url") return chance.is(0.6) ? `${base}${chance.pick(PATHS)}` : chance.pick(LOCAL);
  if (arg.type.schema.type === "integer" || arg.type.schema.type === "number") return String(numberFor(chance));
  return chance.pick(BY_LABEL[label] ?? TEXTS);
}

function numberFor(chance: Chance): number {
  return chance.is(0.8) ? chance.below(18) : chance.pick([0, 1, 100, 1_000, 65_535, 1e9, -1, -20, 0.5]);
}

/** Standard input: none, or text that rarely fits the command. */
export function standardInput(chance: Chance): string | undefined {
  if (chance.is(0.6)) return undefined;
  return chance.pick([...INNER, "", "\n", "{}", ...SCRIPTS, ...PYTHON, chance.text(200), "z".repeat(200_000)]);
}

/** Known environment variables with mostly invalid values. Addresses stay on this machine. */
export function environment(chance: Chance): Record<string, string> {
  const names = Object.values(SETTINGS).flatMap((one) => ("env" in one ? [one.env] : []));
  const usable = names.filter((name) => !/_URL$|_MIRROR$|^SVC_BROWSER$/.test(name));
  const values = [
    "",
    "0",
    "-1",
    "true",
    "false",
    "é",
    "\x01",
    "x".repeat(300),
    "http://127.0.0.1:1",
    "[",
    "*",
    "click",
    "a,b",
  ];
  const chosen: Record<string, string> = {};
  for (let n = chance.below(3); n >= 0; n--) chosen[chance.pick([...usable, "SVC_SESSION"])] = chance.pick(values);
  if (chance.is(0.1))
    chosen.SVC_BASE_URL = chance.pick(["http://", "::", "http://127.0.0.1:1", "é é", "ftp://127.0.0.1"]);
  if (chance.is(0.1)) chosen.SVC_HOME = chance.pick(["relative", "/dev/null/x", "/dev/null/\x01", "/proc/x"]);
  return chosen;
}
