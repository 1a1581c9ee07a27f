/** The list of tools: its size, its schemas, and its completeness. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../src/commands/index.ts";
import { ruleName } from "../../src/tools/tool.ts";
import { chooseTools } from "../../src/tools/tools.ts";
import { homeFixture } from "../e2e/home-fixture.ts";
import type { Data } from "../fixture.ts";
import { client } from "../mcp/client.ts";

/** All tools of older versions. */
const PREDECESSORS = [
  "retry_with_svc_agent",
  "browser_navigate",
  "browser_click",
  "browser_type",
  "browser_get_state",
  "browser_extract_content",
  "browser_get_html",
  "browser_screenshot",
  "browser_scroll",
  "browser_go_back",
  "browser_list_tabs",
  "browser_switch_tab",
  "browser_close_tab",
  "browser_list_sessions",
  "browser_close_session",
  "browser_close_all",
];

test("by default there are at most 14 tools, and their list is at most 10 KB", async () => {
  await using h = homeFixture();
  await using c = await client([], h.env);
  const { tools } = await c.request("tools/list");
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.length).toBeLessThanOrEqual(14);
  // Clients check replies with the output schemas, and do not show them to models.
  const shown = tools.map(({ outputSchema: _, ...tool }: Data) => tool);
  expect(JSON.stringify(shown).length).toBeLessThanOrEqual(10_000);
});

test("every tool has a description and a schema without nesting", async () => {
  await using h = homeFixture();
  await using c = await client(["--tools", "all"], h.env);
  const { tools } = await c.request("tools/list");
  const names = tools.map(({ name }: Data) => name);
  expect(names.length).toBe(new Set(names).size);
  for (const { name, title, description, inputSchema, annotations } of tools) {
    expect(name).toMatch(/^(browser_[a-z\d_]{1,50}|retry_with_svc_agent)$/);
    expect(title).toMatch(/^[A-Z]/);
    expect(description.length).toBeGreaterThan(5);
    expect(inputSchema.type).toBe("object");
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(oneOf|anyOf|allOf|not|\$ref|const)":/);
    for (const key of inputSchema.required ?? []) expect(Object.keys(inputSchema.properties)).toContain(key);
    for (const [key, schema] of Object.entries<Data>(inputSchema.properties)) {
      expect(key).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(schema.type).toMatch(/^(string|integer|number|boolean|array)$/);
      expect(schema.description ?? "").not.toContain("standard input");
    }
    expect(Object.values(annotations).every((value) => typeof value === "boolean")).toBe(true);
  }
});

test("annotations come from the effect of the command", () => {
  const { callable } = chooseTools(commands, "all");
  expect(callable.get("browser_get_state")).toMatchObject({ effect: "read", isOpenWorld: true });
  expect(callable.get("browser_click")).toMatchObject({ effect: "write", isIdempotent: false });
  for (const name of ["browser_cookies_export", "browser_storage_save", "browser_downloads_save", "browser_log"])
    expect([name, callable.get(name)?.effect]).toEqual([name, "write"]);
  expect(callable.get("browser_close_tab")).toMatchObject({ effect: "destroy" });
  expect(callable.get("browser_list_sessions")).toMatchObject({ effect: "read", isOpenWorld: false });
});

test("--tools all has a tool for every command", () => {
  const { listed, callable } = chooseTools(commands, "all");
  const reached = new Set(listed.flatMap((tool) => tool.commands));
  // Commands without an end have no tool.
  for (const { name } of commands.filter(({ endless }) => !endless)) {
    expect({ name, isReached: reached.has(name) }).toEqual({ name, isReached: true });
    expect(callable.has(ruleName(name))).toBe(true);
  }
});

test("tools of older versions can always be called", () => {
  for (const words of ["core", "all", "cookies", "browser_eval"]) {
    const { callable } = chooseTools(commands, words);
    for (const name of PREDECESSORS) expect({ words, name, is: callable.has(name) }).toEqual({ words, name, is: true });
  }
});

test("--tools chooses groups, tools and commands; others cannot be called", () => {
  const names = (words: string) => chooseTools(commands, words).listed.map(({ name }) => name);
  expect(names("tabs")).toEqual(["browser_switch_tab", "browser_list_tabs", "browser_close_tab", "browser_tab_new"]);
  expect(names("browser_eval, get title")).toEqual(["browser_eval", "browser_get_title"]);
  expect(names("core,cookies")).toContain("browser_cookies_export");
  expect(names("core,tabs").length).toBeGreaterThan(names("core").length);
  expect(chooseTools(commands, "core").callable.has("browser_cookies_clear")).toBe(false);
  expect(() => chooseTools(commands, "core,nonsense")).toThrow("unknown name 'nonsense'");
});

test("the documentation names every default tool", () => {
  const written = readFileSync(join(import.meta.dir, "../../docs/mcp.md"), "utf8");
  for (const { name } of chooseTools(commands).listed) expect(written).toContain(`| \`${name}\` |`);
});
