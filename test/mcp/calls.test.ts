/** Tools in a real browser: the default set, arguments of older versions, failures and pictures. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MODEL_ENVIRONMENT } from "../../src/models/registry.ts";
import { type HomeFixture, homeFixture } from "../e2e/home-fixture.ts";
import { type Data, noteCovered, write } from "../fixture.ts";
import { scriptedModel } from "../models/server.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type Called, type Client, client } from "./client.ts";

const FORM = `<!doctype html><title>Form</title><a href="/next">Next</a><input aria-label=Name value=old>
<select aria-label=Land><option>Austria<option>Italy</select><button onclick="document.title = 'Sent'">Send</button>
<input type=file aria-label=File><button onclick="out.textContent = confirm('Sure?')">Ask</button><p id=out></p>
<script>document.addEventListener("click", (e) => { window.at = e.clientX })</script>`;

interface Stage extends AsyncDisposable {
  h: HomeFixture;
  c: Client;
  site: string;
  /** Calls a tool that must succeed. */
  call(tool: string, args?: object): Promise<Called>;
  /** The index of the element with that name. */
  index(name: string): Promise<number>;
}

async function stage(argv: string[] = []): Promise<Stage> {
  const h = homeFixture();
  const pages: Record<string, string> = {
    "/": FORM,
    "/next": "<!doctype html><title>The next page</title><h1>Arrived</h1><p>Here is something to read.",
    "/asks": "<script>navigator.geolocation.getCurrentPosition(() => {})</script>",
    "/wide": `<!doctype html><title>Wide</title>${"<button>A button among many</button>".repeat(500)}`,
    "/long": "<!doctype html><title>Long</title><div style=height:5000px>Top</div>Bottom",
  };
  const server = localServer((request) => htmlResponse(pages[new URL(request.url).pathname] ?? ""));
  mkdirSync(h.home, { recursive: true });
  // A model of the environment must not answer.
  const none = Object.fromEntries(MODEL_ENVIRONMENT.map((name) => [name, undefined]));
  const c = await client(argv, { ...none, ...h.env }, { cwd: h.home });
  const call = async (tool: string, args: object = {}) => {
    const called = await c.call(tool, args);
    if (called.isError) throw new Error(`${tool}: ${called.text}`);
    return called;
  };
  return {
    h,
    c,
    site: server.url.href,
    call,
    async index(name) {
      const { data } = await call("browser_get_state");
      const found = data.interactive_elements.filter((one: Data) => one.text === name);
      if (found.length !== 1) throw new Error(`${found.length} elements are called ${name}`);
      return found[0].index;
    },
    async [Symbol.asyncDispose]() {
      await c[Symbol.asyncDispose]();
      await server.stop(true);
      await h[Symbol.asyncDispose]();
    },
  };
}

test("runs an agent's loop: open, state, fill, click, diff", async () => {
  await using t = await stage();
  expect((await t.call("browser_navigate", { url: t.site })).data).toMatchObject({ title: "Form", status: 200 });
  const state = await t.call("browser_get_state");
  expect(state.text).toContain("title: Form");
  expect(state.text).toContain("Send");
  const [name, land, send] = [await t.index("Name"), await t.index("Land"), await t.index("Send")];
  expect((await t.call("browser_type", { index: name, text: "Jane" })).data).toMatchObject({ input: "Jane" });
  expect((await t.call("browser_select", { index: land, values: ["Italy"] })).text).toContain("selected: Italy");
  await t.call("browser_select", { index: land, values: "Austria" });
  expect((await t.call("browser_click", { index: send })).data).toMatchObject({ clicked: send });
  expect((await t.call("browser_get_state", { diff: true })).text).toContain("title: Sent");
  expect((await t.call("browser_eval", { js: "[document.title, 1 + 1]" })).data.result).toEqual(["Sent", 2]);
  await t.call("browser_navigate", { url: `${t.site}next` });
  expect((await t.call("browser_extract_content")).text).toContain("something to read");
});

test("tools find elements by text and role", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  expect((await t.call("browser_type", { label: "name", text: "Jane" })).data).toMatchObject({ input: "Jane" });
  await t.call("browser_select", { label: "Land", values: ["Italy"] });
  const clicked = await t.call("browser_click", { role: "button", name: "Send" });
  expect(clicked.data).toMatchObject({ found: { element: '<button> "Send"' } });
  expect((await t.call("browser_eval", { js: "document.title" })).data.result).toBe("Sent");
  expect((await t.call("browser_click", { text: "Next", new_tab: true })).data).toMatchObject({
    title: "The next page",
  });
  await t.call("browser_switch_tab", { tab_id: "0" });
  const several = await t.c.call("browser_click", { role: "button" });
  expect(several).toMatchObject({ isError: true, data: { code: "ambiguous" } });
  expect(several.text).toMatch(/\[\d+\]<button> "Send".*\[\d+\]<button> "Ask"/);
});

test("browser_fill fills a form in one call", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const { data } = await t.call("browser_fill", { fields: ["Name=Jane", "Land=Italy"] });
  expect(data.filled).toMatchObject([{ field: "Name", value: "Jane" }, { value: "Italy" }]);
  const values = await t.call("browser_eval", {
    js: "[...document.querySelectorAll('input, select')].map((e) => e.value)",
  });
  expect(values.data.result).toEqual(["Jane", "Italy", ""]);
  const wrong = await t.c.call("browser_fill", { fields: ["Name=Joe", "Land=Mars"] });
  expect(wrong).toMatchObject({ isError: true, data: { code: "no_option" } });
  expect(await t.c.call("browser_fill", { fields: [3] })).toMatchObject({ isError: true, data: { code: "usage" } });
});

test("the state has the keys of older versions and all tabs", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const { data } = await t.call("browser_get_state");
  expect(data).toMatchObject({ url: t.site, title: "Form", tabs: [{ url: t.site, title: "Form" }] });
  expect(data.viewport).toEqual({ width: expect.any(Number), height: expect.any(Number) });
  expect(data).toHaveProperty("page.height");
  expect(data).toHaveProperty("scroll.y");
  expect(data.interactive_elements[0]).toMatchObject({ index: 1, tag: "a", text: "Next", href: expect.any(String) });
  await t.call("browser_navigate", { url: `${t.site}next`, new_tab: true });
  const two = await t.call("browser_get_state");
  expect(two.data.tabs.map(({ title }: Data) => title)).toEqual(["Form", "The next page"]);
  expect(two.text).toContain("(current)");
});

test("the state names the tool that shows omitted lines", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: `${t.site}wide` });
  const { text, data } = await t.call("browser_get_state", { max_tokens: 300 });
  expect(text).toContain("not shown: ");
  expect(text).toEndWith("To see more, use all, grep or selector");
  expect(text).not.toContain("svc ");
  expect((await t.call("browser_get_state", { all: true })).data.interactive_elements.length).toBe(500);
  expect(data.interactive_elements.length).toBeLessThan(500);
});

test("navigate goes back, forward and reloads; go_back still works", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  await t.call("browser_navigate", { url: `${t.site}next` });
  expect((await t.call("browser_navigate", { url: "back" })).data.title).toBe("Form");
  expect((await t.call("browser_navigate", { url: "forward" })).data.title).toBe("The next page");
  expect((await t.call("browser_navigate", { url: "reload" })).data.title).toBe("The next page");
  expect((await t.call("browser_go_back")).data.title).toBe("Form");
});

test("clicks by index or point, or opens a link in a new tab", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  await t.call("browser_click", { coordinate_x: 400, coordinate_y: 9 });
  expect((await t.call("browser_eval", { js: "at" })).data.result).toBe(400);
  const link = await t.index("Next");
  expect((await t.call("browser_click", { index: link, new_tab: true })).data).toMatchObject({
    url: `${t.site}next`,
    title: "The next page",
  });
  expect((await t.call("browser_list_tabs")).data.tabs).toHaveLength(2);
  for (const args of [
    { coordinate_x: 4 },
    { index: 1, coordinate_x: 4, coordinate_y: 4 },
    { new_tab: true },
    {},
    { index: "one" },
  ])
    expect(await t.c.call("browser_click", args)).toMatchObject({ isError: true, data: { code: "usage" } });
});

test("selects tabs by index and by id", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  await t.call("browser_navigate", { url: `${t.site}next`, new_tab: true });
  const { tabs } = (await t.call("browser_list_tabs")).data;
  expect(tabs.map(({ id }: Data) => id.length)).toEqual([4, 4]);
  expect((await t.call("browser_switch_tab", { tab_id: tabs[0].id })).data.title).toBe("Form");
  expect((await t.call("browser_switch_tab", { tab_id: "1" })).data.title).toBe("The next page");
  expect((await t.call("browser_switch_tab", { tab_id: 0 })).data.title).toBe("Form");
  expect(await t.c.call("browser_switch_tab", { tab_id: "nope" })).toMatchObject({ data: { code: "not_found" } });
  expect((await t.call("browser_close_tab", { tab_id: tabs[1].id })).data).toMatchObject({ remaining: 1 });
});

test("types into the focused element without an index; keys, scroll and wait work", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  await t.call("browser_type", { index: await t.index("Name"), text: "" });
  await t.call("browser_type", { text: "Joe" });
  await t.call("browser_keys", { keys: "Home" });
  await t.call("browser_type", { text: "X" });
  expect((await t.call("browser_eval", { js: "document.querySelector('input').value" })).data.result).toBe("XJoe");
  await t.call("browser_navigate", { url: `${t.site}long` });
  expect((await t.call("browser_scroll")).data).toMatchObject({ scrolled: "down" });
  expect((await t.call("browser_scroll", { direction: "top" })).data).toMatchObject({ at_top: true });
  expect((await t.call("browser_wait", { text: "Bottom" })).data).toMatchObject({ found: true });
  expect((await t.call("browser_wait", { selector: "#no", hidden: true })).data).toMatchObject({ found: true });
  expect((await t.call("browser_wait", { url: "/long" })).data.url).toContain("/long");
  expect((await t.call("browser_wait", { time_ms: 1 })).data).toEqual({ waited_ms: 1 });
  expect((await t.call("browser_wait", { idle: true })).data).toMatchObject({ idle: true });
  expect(await t.c.call("browser_wait", {})).toMatchObject({ data: { code: "usage" } });
  expect(await t.c.call("browser_wait", { text: "never", timeout_ms: 50 })).toMatchObject({
    isError: true,
    data: { code: "timeout" },
  });
});

test("returns screenshots as images without structured content, or writes them to a path", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const { content, text, data } = await t.call("browser_screenshot");
  const picture = content.find(({ type }) => type === "image");
  expect(picture.mimeType).toBe("image/png");
  const bytes = Buffer.from(picture.data, "base64");
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(JSON.parse(text)).toMatchObject({ size_bytes: bytes.length, viewport: { width: expect.any(Number) } });
  expect(data).toBeUndefined();
  const state = await t.call("browser_get_state", { include_screenshot: true });
  expect(state.content.map(({ type }) => type)).toEqual(["text", "image"]);
  expect(state.text).toContain("title: Form");
  await t.call("browser_navigate", { url: `${t.site}long` });
  const full = await t.call("browser_screenshot", { full_page: true, max_width: 100 });
  expect(JSON.parse(full.text).viewport).toMatchObject({ width: 100 });
  const saved = await t.call("browser_screenshot", { path: "page.png" });
  expect(saved.content).toHaveLength(1);
  // In the folder of the server, not in that of the daemon.
  expect(saved.data.saved).toBe(join(t.h.home, "page.png"));
  expect(existsSync(join(t.h.home, "page.png"))).toBe(true);
});

test("uploads files by a path relative to the server's folder", async () => {
  await using t = await stage();
  write(t.h.home, "a.txt", "hello");
  await t.call("browser_navigate", { url: t.site });
  const { data } = await t.call("browser_upload", { index: await t.index("File"), paths: ["a.txt"] });
  expect(data.uploaded).toBe(join(t.h.home, "a.txt"));
});

test("reports a dialog as an event, and browser_dialog answers it", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const asked = await t.call("browser_click", { index: await t.index("Ask") });
  expect(asked.text).toContain("Sure?");
  expect(asked.text).toContain("is open; run `browser_dialog accept` or `browser_dialog dismiss`");
  const refused = await t.c.call("browser_type", { text: "x" });
  expect(refused).toMatchObject({ isError: true, data: { code: "dialog" } });
  expect(refused.text).toContain("browser_dialog");
  const state = await t.call("browser_get_state");
  expect(state.text).toContain("browser_dialog");
  expect(state.text).not.toContain("svc ");
  await t.call("browser_dialog", { action: "accept" });
  expect((await t.call("browser_eval", { js: "out.textContent" })).data.result).toBe("true");
  expect(await t.c.call("browser_dialog", { action: "shout" })).toMatchObject({ data: { code: "usage" } });
});

test("reports events of all commands of a call", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const { text, data } = await t.call("browser_eval", { js: "open('/next'), 1" });
  expect(data.events).toMatchObject([{ kind: "tab" }]);
  expect(text).toContain("tab: ");
  await t.call("browser_switch_tab", { tab_id: "0" });
  const later = await t.call("browser_eval", { js: "setTimeout(() => open('/long'), 50), 1" });
  const seen: Data[] = later.data.events ?? [];
  await until(async () => {
    seen.push(...((await t.call("browser_get_state")).data.events ?? []));
    return seen.length > 0;
  }, "the news of the third tab");
  expect(seen).toMatchObject([{ kind: "tab" }]);
});

test("failures are results with isError, a code and a hint that names tools", async () => {
  await using t = await stage();
  await t.call("browser_navigate", { url: t.site });
  const gone = await t.c.call("browser_click", { index: 999 });
  noteCovered({ command: "click", code: gone.data.code });
  expect(gone).toMatchObject({ isError: true, data: { code: "not_found", message: expect.any(String) } });
  expect(gone.text).toStartWith("Error: ");
  expect(gone.data.hint).toContain("`browser_get_state`");
  expect(gone.text).toContain(`Hint: ${gone.data.hint}`);
  for (const [tool, args] of [
    ["browser_click", { index: 1, color: "red" }],
    ["browser_navigate", {}],
    ["browser_navigate", { url: 7 }],
    ["browser_select", { index: 1 }],
    ["browser_get_state", { timeout_ms: "soon" }],
    ["browser_get_state", { session: "../x" }],
    ["browser_get_state", { session: 5 }],
  ] as const)
    expect({ tool, ...(await t.c.call(tool, args)) }).toMatchObject({ tool, isError: true, data: { code: "usage" } });
  // With the argument names of the tool, and none ignored.
  for (const [tool, args, told] of [
    ["browser_click", { index: "1" }, "index: expected a whole number"],
    ["browser_click", { index: -1 }, "index: expected a whole number"],
    ["browser_click", { coordinate_x: 1.5, coordinate_y: 2 }, "coordinate_x: expected a whole number"],
    ["browser_wait", { time_ms: "soon" }, "time_ms: expected a whole number"],
    ["browser_screenshot", { full_page: "yes" }, "full_page: expected true or false"],
    ["browser_navigate", { url: t.site, new_tab: "true" }, "new_tab: expected true or false"],
    ["browser_get_state", { include_screenshot: 1 }, "include_screenshot: expected true or false"],
    ["browser_switch_tab", { tab_id: true }, "tab_id: expected a string"],
  ] as const) {
    const { isError, data } = await t.c.call(tool, args);
    expect([tool, isError, data.code, data.message]).toEqual([tool, true, "usage", expect.stringContaining(told)]);
  }
  expect((await t.call("browser_list_tabs")).data.tabs).toHaveLength(1);
  expect((await t.c.call("browser_select", { index: 1, values: [] })).data).toEqual({
    code: "usage",
    message: expect.stringContaining("no value given"),
  });
  await expect(t.c.call("browser_fly")).rejects.toMatchObject({ code: -32602 });
  await expect(t.c.call("browser_cookies_clear")).rejects.toMatchObject({ code: -32602 });
});

test("lists and closes sessions with tools of older versions", async () => {
  await using t = await stage(["--session", "one"]);
  await t.call("browser_navigate", { url: t.site });
  await t.call("browser_navigate", { url: `${t.site}next`, session: "two" });
  expect((await t.call("browser_get_state")).data.title).toBe("Form");
  expect((await t.call("browser_get_html", { selector: "h1", session: "two" })).data.html).toContain("Arrived");
  const ids = async () => (await t.call("browser_list_sessions")).data.sessions.map(({ id }: Data) => id).sort();
  expect(await ids()).toEqual(["one", "two"]);
  expect((await t.call("browser_close_session", { session_id: "two" })).data).toMatchObject({ sessions: ["two"] });
  expect(await ids()).toEqual(["one"]);
  expect((await t.call("browser_close_all")).data).toMatchObject({ closed: 1 });
});

test("--tools all calls commands with their arguments", async () => {
  await using t = await stage(["--tools", "all"]);
  await t.call("browser_open", { url: t.site, wait: "dom" });
  expect((await t.call("browser_get_title")).data).toEqual({ title: "Form" });
  await t.call("browser_cookies_set", { name: "a", value: "b", same_site: "Lax" });
  expect((await t.call("browser_cookies_get")).data.cookies).toMatchObject([{ name: "a", sameSite: "Lax" }]);
  expect((await t.call("browser_state", { max_tokens: 200 })).data.elements.length).toBeGreaterThan(3);
  expect((await t.call("browser_click", { target: [400, 9] })).data).toMatchObject({ clicked_coordinate: { x: 400 } });
});

test("batch reads a file, because standard input belongs to the protocol", async () => {
  await using t = await stage(["--tools", "all"]);
  for (const args of [{}, { file: "-" }])
    expect(await t.c.call("browser_batch", args)).toMatchObject({ isError: true, data: { code: "usage" } });
  write(t.h.home, "steps.txt", `open ${t.site}\nget title`);
  const { data } = await t.call("browser_batch", { file: "steps.txt" });
  expect(data).toMatchObject({ ran: 2, failed: 0, results: [{}, { data: { title: "Form" } }] });
});

test("puts content boundaries around results on request, new ones each time", async () => {
  await using s = await stage(["--content-boundaries"]);
  const opened = await s.call("browser_navigate", { url: s.site });
  const marks = [opened, await s.call("browser_get_html"), await s.c.call("browser_click", { index: 999 })].map(
    ({ text, data }) => {
      const [, mark = ""] = /^--- page content (\w{25}): /.exec(text) ?? [];
      expect(text.endsWith(`--- end of page content ${mark} ---`)).toBe(true);
      expect(data.untrusted.boundary).toBe(mark);
      return mark;
    },
  );
  expect(new Set(marks).size).toBe(3);
  await s.c.call("browser_eval", { js: "confirm('said by the page')" });
  const failed = s.c.request("resources/read", { uri: "svc://screenshot" });
  expect(await failed.catch(({ message }) => message)).toMatch(/^--- page content \w{25}: [\s\S]*said by the page/);
});

test("extracts content with and without a model, and reports a model's failure", async () => {
  await using s = await stage();
  await s.call("browser_navigate", { url: `${s.site}next` });
  for (const args of [{}, { query: "what is there?" }]) {
    const { text, data } = await s.call("browser_extract_content", args);
    expect(text).toContain("something to read");
    expect(data).toMatchObject({ title: "The next page", markdown: expect.stringContaining("something to read") });
    expect(data.result).toBeUndefined();
  }
  // A query without an answer is reported.
  const unanswered = await s.call("browser_extract_content", { query: "what can one READ here?" });
  expect(unanswered.text).toStartWith("No language model is configured, so the query was not answered");
  expect(unanswered.data).toMatchObject({ answered: false, found: [expect.stringContaining("something to read")] });
  expect((await s.call("browser_extract_content", { query: "zebra" })).data).toMatchObject({ found: [] });
  expect((await s.call("browser_extract_content")).data.answered).toBeUndefined();
  using server = scriptedModel(() => "Something to read.");
  for (const [key, value] of [
    ["llm_base_url", server.url],
    ["llm_model", "tiny"],
    ["llm_api_key", "sk-very-secret-key-4711"],
  ] as const)
    await s.h.run("config", "set", key, value);
  const answered = await s.call("browser_extract_content", { query: "what is there?" });
  expect(answered.data).toMatchObject({ query: "what is there?", result: "Something to read.", model: "tiny" });
  expect(answered.text).toContain("Something to read.");
  expect(JSON.stringify(server.requests[0]?.body)).toContain("what is there?");
  await s.call("browser_navigate", { url: s.site });
  const linked = await s.call("browser_extract_content", { query: "links?", extract_links: true });
  expect(linked.data).toMatchObject({ result: "Something to read.", links: [{ text: "Next", url: `${s.site}next` }] });
  expect(server.requests).toHaveLength(2);
  // The question can be answered, so that nothing else counts as the answer.
  using broken = scriptedModel(() => ({ status: 401, body: "no" }));
  await s.h.run("config", "set", "llm_base_url", broken.url);
  const failed = await s.c.call("browser_extract_content", { query: "what is there?" });
  expect(failed).toMatchObject({ isError: true, data: { code: expect.stringMatching(/^(model|no_key|no_model)$/) } });
  expect(JSON.stringify(failed)).not.toContain("very-secret");
});

test("safety settings apply to tools", async () => {
  await using s = await stage();
  await s.h.run("config", "set", "file_root", s.h.home);
  await s.h.run("config", "set", "blocked_domains", "blocked.test");
  await s.call("browser_navigate", { url: s.site });
  expect(await s.c.call("browser_navigate", { url: "http://blocked.test/" })).toMatchObject({
    isError: true,
    data: { code: "denied" },
  });
  expect(await s.c.call("browser_screenshot", { path: "/tmp/not-there.png" })).toMatchObject({
    data: { code: "denied" },
  });
  await s.h.run("config", "set", "confirm", "click");
  expect(await s.c.call("browser_click", { index: 1 })).toMatchObject({
    isError: true,
    // A person has no tools and types this command.
    data: { code: "unconfirmed", hint: expect.stringContaining("`svc click`") },
  });
  writeFileSync(join(s.h.home, "config.json"), "no JSON");
  expect(await s.c.call("browser_get_state")).toMatchObject({ isError: true, data: { code: "bad_file" } });
});

test("results name tools instead of commands", async () => {
  await using s = await stage();
  using site = localServer(({ url }) =>
    url.endsWith("/locked")
      ? new Response("no", { status: 401, headers: { "www-authenticate": "Basic realm=x" } })
      : htmlResponse(
          `<script>throw new Error("broken")</script>${"<p>words and words <a href=#>link</a>".repeat(400)}`,
        ),
  );
  await s.call("browser_navigate", { url: `http://127.0.0.1:${site.port}/` });
  const { text, data } = await s.call("browser_get_state", { max_tokens: 200 });
  expect(text).toMatch(/^errors: 1 uncaught in scripts, the first: Error: broken \([^)]*\)$/m);
  expect(data).toMatchObject({ errors: { count: 1 } });
  expect(text).toEndWith("To see more, use all, grep or selector");
  const locked = await s.call("browser_navigate", { url: `http://127.0.0.1:${site.port}/locked` });
  expect(locked.data.hint).toContain("start the MCP server with `svc --mcp --http-credentials <file>`");
  expect(locked.text).toContain(`Hint: ${locked.data.hint}`);
});

test("reports refused permissions with the server's option that grants them", async () => {
  await using s = await stage(["--report-permissions"]);
  const { origin } = new URL(s.site);
  const hint = `start the MCP server with \`svc --mcp --permissions geolocation@${origin}\``;
  const { text, data } = await s.call("browser_navigate", { url: `${origin}/asks` });
  expect(text).toContain(`permission: ${origin} asked for geolocation and was refused; to allow it, ${hint}`);
  expect(data.events).toMatchObject([{ kind: "permission", permission: "geolocation", outcome: "refused" }]);
  expect((await s.call("browser_get_state")).text).toContain(hint);
});
