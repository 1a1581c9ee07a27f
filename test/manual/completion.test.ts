/** Candidates at the end of a line, and their form for bash. */
import { expect, test } from "bun:test";
import { commands } from "../../src/commands/index.ts";
import { bashWord, readBashLine } from "../../src/manual/bash-line.ts";
import { complete, type Live } from "../../src/manual/completion.ts";

const live: Live = {
  sessions: async () => [
    { value: "default", doc: "headless" },
    { value: "work", doc: "headed" },
  ],
  tabs: async (session) => [
    { value: "0", doc: `first of ${session ?? "default"}` },
    { value: "1", doc: "a title\x1b[31m\nof a page" },
  ],
  tunnels: async () => [{ value: "3000", doc: "https://a.example" }],
  profiles: async (browser) => [
    ...(browser === "chromium" ? [] : [{ value: "Profile 1", doc: "Jane" }]),
    { value: "Work", doc: "Joe" },
  ],
  browsers: async () => [
    { value: "chrome", doc: "Google Chrome" },
    { value: "chromium", doc: "Chromium" },
  ],
};

/** The candidates for a line. The last word is the one at the cursor. */
async function offered(...words: string[]): Promise<string[]> {
  const { candidates } = await complete(words.slice(0, -1), words.at(-1) ?? "", commands, live);
  return candidates.map(({ value }) => value);
}

async function offersFiles(...words: string[]): Promise<boolean> {
  return (await complete(words.slice(0, -1), words.at(-1) ?? "", commands, live)).files;
}

test("completes commands, then verbs", async () => {
  expect(await offered("cook")).toEqual(["cookies"]);
  expect(await offered("tab", "")).toEqual(["list", "new", "switch", "close"]);
  expect(await offered("--json", "--session", "work", "tab", "s")).toEqual(["switch"]);
  expect(await offered("")).toEqual([...new Set(commands.map(({ name }) => name.split(" ")[0] ?? ""))]);
  expect(await offered("nonsense", "")).toEqual([]);
});

test("completes options that are not on the line yet", async () => {
  expect(await offered("click", "3", "--bu")).toEqual(["--button"]);
  expect(await offered("click", "--button", "left", "--bu")).toEqual([]);
  expect(await offered("state", "--")).toContain("--max-tokens");
  expect(await offered("state", "--")).toContain("--json");
  expect((await offered("log", "--")).slice(0, 3)).toEqual(["--as-script", "--limit", "--clear"]);
  expect(await offered("back", "--")).not.toContain("--max-tokens");
  expect(await offered("type", "--", "--")).toEqual([]);
});

test("a locator replaces the index in completion", async () => {
  expect(await offered("click", "--te")).toEqual(["--text"]);
  expect(await offered("input", "--te")).toEqual(["--text"]);
  expect(await offersFiles("upload", "")).toBe(false);
  expect(await offersFiles("upload", "--label", "Picture", "")).toBe(true);
});

test("completes choices after a space, an equal sign or a short option", async () => {
  expect(await offered("click", "--button", "m")).toEqual(["middle"]);
  expect(await offered("click", "--button=m")).toEqual(["--button=middle"]);
  expect(await offered("init", "-t", "py")).toEqual(["python", "python-api"]);
  expect(await offered("completion", "")).toEqual(["bash", "zsh", "fish", "powershell"]);
});

test("completes settings and their values", async () => {
  expect(await offered("config", "get", "dia")).toEqual(["dialogs"]);
  expect(await offered("config", "set", "dialogs", "")).toEqual(["ask", "accept", "dismiss"]);
  expect(await offered("config", "set", "cloud_connect_recording", "")).toEqual(["true", "false"]);
  expect(await offered("config", "set", "api_key", "")).toEqual([]);
});

test("completes sessions, tabs and profiles", async () => {
  expect(await offered("--session", "w")).toEqual(["work"]);
  expect(await offered("-s", "")).toEqual(["default", "work"]);
  expect(await offered("--session=w")).toEqual(["--session=work"]);
  expect(await offered("tab", "close", "0", "")).toEqual(["1"]);
  expect(await offered("tunnel", "stop", "")).toEqual(["3000"]);
  expect(await offered("tunnel", "s")).toEqual(["stop"]);
  expect(await offered("--profile", "P")).toEqual(["Profile 1"]);
  expect(await offered("profile", "inspect", "--browser", "")).toEqual(["chrome", "chromium"]);
  expect(await offered("profile", "sync", "--browser", "chromium", "--profile", "")).toEqual(["Work"]);
  // The common option of that name is a different one.
  expect(await offered("open", "--browser", "r")).toEqual(["real", "remote"]);
  expect(await offered("--browser", "real", "profile", "inspect", "--profile", "P")).toEqual(["Profile 1"]);
  // Its value is optional, so a command may follow.
  expect(await offered("--profile", "o")).toEqual(["open"]);
  const { candidates } = await complete(["--session", "work", "tab", "switch"], "", commands, live);
  expect(candidates).toEqual([
    { value: "0", doc: "first of work" },
    { value: "1", doc: "a title [31m of a page" },
  ]);
});

test("completes names of three words, their arguments and repeated options", async () => {
  expect(await offered("cloud", "v")).toEqual(["v2", "v3"]);
  expect(await offered("cloud", "v2", "")).toEqual(["poll", "GET", "POST", "PUT", "PATCH", "DELETE"]);
  expect(await offered("cloud", "v2", "poll", "--int")).toEqual(["--interval"]);
  expect(await offered("cloud", "v2", "GET", "/x", "--query", "a=b", "--qu")).toEqual(["--query"]);
});

test("completes topics and commands after help", async () => {
  expect(await offered("help", "exit")).toEqual(["exit-codes"]);
  expect(await offered("help", "tab", "s")).toEqual(["switch"]);
  expect(await offered("describe", "exit")).toEqual([]);
});

test("completes files only for paths", async () => {
  expect(await offersFiles("screenshot", "")).toBe(true);
  expect(await offersFiles("eval", "--file", "")).toBe(true);
  expect(await offersFiles("upload", "4", "a.pdf", "")).toBe(true);
  expect(await offersFiles("click", "")).toBe(false);
  // An address may be a path.
  expect(await offersFiles("open", "./pa")).toBe(true);
  expect(await offersFiles("open", "exa")).toBe(false);
});

const BREAKS = " \t\n\"'@><=;|&(:";

test("parses a line of bash with open quotes and word breaks", () => {
  expect(readBashLine("svc tab ", BREAKS)).toEqual({ words: ["svc", "tab"], current: "", quote: "", kept: 0 });
  expect(readBashLine("svc 'a b' c\\ d \"e f", BREAKS)).toEqual({
    words: ["svc", "a b", "c d"],
    current: "e f",
    quote: '"',
    kept: 0,
  });
  expect(readBashLine("svc --session=wo", BREAKS)).toMatchObject({ current: "--session=wo", kept: 10 });
  expect(readBashLine("svc a:b", BREAKS.replace(":", ""))).toMatchObject({ current: "a:b", kept: 0 });
  expect(readBashLine("svc --x='a b", BREAKS)).toMatchObject({ current: "--x=a b", quote: "'", kept: 4 });
});

test("bash reads inserted words as the value", () => {
  const values = [
    "plain",
    "Profile 1",
    "it's",
    'a "b" $HOME `x`',
    "back\\slash",
    "a:b=c",
    "semi;colon|&(){}*?[]!#~",
    "ünï — 日本",
  ];
  const lines = values.flatMap((value) => [
    bashWord(value, { words: [], current: "", quote: "", kept: 0 }),
    `'${bashWord(value, { words: [], current: "", quote: "'", kept: 0 })}'`,
    `"${bashWord(value, { words: [], current: "", quote: '"', kept: 0 })}"`,
  ]);
  const { stdout, exitCode } = Bun.spawnSync(["bash", "-c", `printf '%s\\n' ${lines.join(" ")}`]);
  expect(exitCode).toBe(0);
  expect(stdout.toString().trimEnd().split("\n")).toEqual(values.flatMap((value) => [value, value, value]));
});
