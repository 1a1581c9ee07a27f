import { expect, test } from "bun:test";
import { parseLine } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/index.ts";
import { asksForJson } from "../../src/lib/shell.ts";
import { failureThrownBy } from "../support/failure.ts";

function parse(...argv: string[]) {
  const { command, args, globals } = parseLine(argv, commands);
  return { name: command?.name, args, globals };
}

const refuse = (...argv: string[]) => failureThrownBy(() => parseLine(argv, commands));

test("accepts common options anywhere on the line", () => {
  for (const argv of [
    ["--json", "state"],
    ["state", "--json"],
    ["--session", "a", "state", "--json"],
    ["-s", "a", "--json", "state"],
  ]) {
    expect(parse(...argv)).toMatchObject({ name: "state", globals: { json: true } });
  }
  expect(parse("tab", "--session", "work", "list")).toMatchObject({ name: "tab list", globals: { session: "work" } });
  expect(parse("click", "--timeout=500", "7")).toMatchObject({
    name: "click",
    args: { target: [7] },
    globals: { timeout: 500 },
  });
});

test("a --profile without a value does not take the command or its argument", () => {
  expect(parse("--profile", "open", "example.com")).toMatchObject({
    name: "open",
    args: { url: "https://example.com/" },
    globals: { profile: "Default" },
  });
  expect(parse("open", "--profile", "example.com")).toMatchObject({
    name: "open",
    args: { url: "https://example.com/" },
    globals: { profile: "Default" },
  });
  expect(parse("open", "example.com", "--profile")).toMatchObject({ globals: { profile: "Default" } });
  expect(parse("--profile", "Work", "open", "example.com")).toMatchObject({ globals: { profile: "Work" } });
  expect(parse("open", "--profile", "Work", "example.com")).toMatchObject({ globals: { profile: "Work" } });
  expect(parse("--profile=open", "open", "example.com")).toMatchObject({ globals: { profile: "open" } });
});

test("accepts the aliases of older versions", () => {
  expect(parse("switch", "2")).toMatchObject({ name: "tab switch", args: { index: 2 } });
  expect(parse("close-tab")).toMatchObject({ name: "tab close", args: { indices: [] } });
  expect(parse("close-tab", "1", "2")).toMatchObject({ name: "tab close", args: { indices: [1, 2] } });
  expect(parse("session", "list").name).toBe("sessions");
  expect(parse("server", "stop").name).toBe("close");
  expect(parse("server", "status").name).toBe("sessions");
  expect(parse("goto", "example.com").name).toBe("open");
  expect(parse("navigate", "example.com").name).toBe("open");
  expect(parse("config").name).toBe("config list");
  expect(parse("--browser", "real", "state").globals.browser).toBe("real");
});

test("parses names of three words and repeated options", () => {
  const parsed = (...line: string[]) => parseLine(line, commands);
  expect(parsed("cloud", "v2", "poll", "x").command?.name).toBe("cloud v2 poll");
  expect(parsed("-s", "a", "cloud", "--json", "v3", "--interval", "500", "poll", "x").command?.name).toBe(
    "cloud v3 poll",
  );
  expect(parsed("cloud", "v2", "--query", "poll=1", "GET", "/x").command?.name).toBe("cloud v2");
  expect(parsed("cloud", "v2", "GET", "/x", "--query", "a=1", "--query=b=2").args.query).toEqual(["a=1", "b=2"]);
  expect(parsed("cloud", "v2", "--help", "/tasks").rest).toEqual(["/tasks"]);
  // Names of two words take no third.
  expect(() => parsed("tab", "list", "poll")).toThrow("too many words");
});

test("takes words after -- and words with spaces literally", () => {
  expect(parse("type", "--", "--help").args).toEqual({ text: "--help" });
  expect(parse("type", "a  b\n c ").args).toEqual({ text: "a  b\n c " });
  expect(parse("input", "3", "").args).toEqual({ index: 3, text: "" });
  expect(parse("eval", "-1 + 2").args).toEqual({ js: "-1 + 2" });
  expect(parse("type", "0012").args).toEqual({ text: "0012" });
  expect(parse("type", "true").args).toEqual({ text: "true" });
  expect(parse("cookies", "set", "a", "--domain=x=y", "b=c").args).toMatchObject({
    name: "a",
    value: "b=c",
    domain: "x=y",
  });
});

test("suggests the command for a misspelt one", () => {
  expect(refuse("clik", "3")).toMatchObject({ code: "usage", hint: "Did you mean `svc click`?" });
  expect(refuse("tab", "lsit")).toMatchObject({ code: "usage", hint: "Did you mean `svc tab list`?" });
  expect(refuse("get")).toMatchObject({ code: "usage" });
  expect(refuse("get").message).toContain("title");
  expect(refuse("wait").message).toBe("wait needs one of: selector, text, url, load, idle, settled, function, time");
  expect(refuse("session").message).toBe("session needs one of: list");
  expect(refuse("--session", "two", "wait", "--text", "x")).toMatchObject({
    message: "wait needs one of: selector, text, url, load, idle, settled, function, time",
    hint: "Did you mean `svc wait text <text>`?",
  });
  expect(refuse("--bogus", "two", "--json").message).toBe("unknown option --bogus");
  expect(refuse("frobnicate")).toMatchObject({ hint: "Run `svc --help` to see the commands." });
});

test("suggests the option for a misspelt one", () => {
  expect(refuse("state", "--jsno")).toMatchObject({ code: "usage", hint: "Did you mean --json?" });
  expect(refuse("screenshot", "--fulll", "x.png").hint).toBe("Did you mean --full?");
  expect(refuse("state", "--frobnicate").message).toContain("--frobnicate");
});

test("refuses missing, extra and invalid arguments with the usage line", () => {
  expect(refuse("open").message).toContain("svc open <url>");
  expect(refuse("input", "3").message).toContain("text");
  expect(refuse("open", "a.com", "b.com").message).toContain("'b.com'");
  expect(refuse("type", "hello", "world").hint).toContain("quotes");
  expect(refuse("click", "abc").message).toContain("number of an element");
  expect(refuse("click", "-4").message).toContain("number of an element");
  expect(refuse("click", "1.5").message).toContain("number of an element");
  expect(refuse("get", "text", "1e3").message).toContain("number of an element");
  expect(refuse("scroll", "sideways").message).toContain("down, up");
  expect(refuse("state", "--timeout").message).toContain("needs a value");
  expect(refuse("state", "--timeout", "soon").message).toContain("whole number");
  expect(refuse("state", "--json=1").message).toContain("takes no value");
  for (const [argv] of [[["open"]], [["click", "x"]]] as const) expect(refuse(...argv).code).toBe("usage");
});

test("every error of a line names the next command", () => {
  expect(refuse("wait", "time", "soon").hint).toBe("Run `svc wait time --help`.");
  expect(refuse("state", "--json=1").hint).toBe("Write `svc state --json`, or leave --json out.");
  expect(refuse("state", "--headed=false").hint).toBe("Write `svc state --headed`, or leave --headed out.");
  expect(refuse("switch", "x").hint).toBe("Run `svc tab switch --help`.");
  expect(refuse("init", "shell").hint).toBe("Run `svc init --help`.");
  expect(refuse("--session").hint).toBe("Run `svc --help`.");
});

test("answers long garbage with one short line", () => {
  const long = "x".repeat(10_000_000);
  expect(refuse(long).message.length).toBeLessThan(200);
  expect(refuse("click", long).message.length).toBeLessThan(300);
  expect(refuse("state", long).message.length).toBeLessThan(400);
});

test("the last value of a repeated option counts, unless it is a list", () => {
  expect(parse("get", "title", "--session", "a", "-s", "b", "--timeout=1", "--timeout", "7")).toMatchObject({
    globals: { session: "b", timeout: 7 },
  });
  expect(parse("state", "--json", "--json", "--grep", "x", "--grep", "y")).toMatchObject({
    args: { grep: "y" },
    globals: { json: true },
  });
  expect(parse("fill", "--from-env", "A=PATH", "--from-env", "B=PATH").args).toMatchObject({
    hidden: [`A=${process.env.PATH}`, `B=${process.env.PATH}`],
  });
});

test("words after -- are text, even if they look like common options", () => {
  expect(parse("type", "--", "--json")).toEqual({ name: "type", args: { text: "--json" }, globals: {} } as never);
  expect(parse("input", "1", "--", "--help")).toMatchObject({ name: "input", args: { text: "--help" } });
  expect(parse("--json", "--", "type", "--session")).toMatchObject({
    args: { text: "--session" },
    globals: { json: true },
  });
  for (const [argv, asks] of [
    [["get", "title", "--json"], true],
    [["--json", "--", "x"], true],
    [["type", "--", "--json"], false],
    [["type", "json"], false],
  ] as const)
    expect([argv, asksForJson(argv)]).toEqual([argv, asks]);
});

test("suggests the nearest option, and -- only where text is accepted", () => {
  const told = (...argv: string[]) => [refuse(...argv).message, refuse(...argv).hint];
  expect(told("state", "--viewprt")).toEqual(["unknown option --viewprt", "Did you mean --viewport?"]);
  expect(told("type", "--frobnicate")).toEqual([
    "unknown option --frobnicate",
    "Run `svc type --help`. If --frobnicate is text, write -- before it.",
  ]);
  expect(told("screenshot", "--frobnicate")).toEqual(["unknown option --frobnicate", "Run `svc screenshot --help`."]);
  expect(told("--frobnicate")).toEqual(["unknown option --frobnicate", "Run `svc --help`."]);
  expect(told("opne", "--frobnicate")).toEqual(["unknown command 'opne'", "Did you mean `svc open`?"]);
});

test("refuses a missing list before anything starts, unless a locator replaces it", () => {
  for (const line of [["click"], ["hover"], ["upload", "3"], ["select", "3"]])
    expect(() => parseLine(line, commands)).toThrow("missing ");
  expect(parseLine(["click", "--text", "Save"], commands).args).toMatchObject({ text: "Save" });
  expect(parseLine(["click", "3"], commands).args).toMatchObject({ target: [3] });
});
