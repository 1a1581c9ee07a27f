/** Agent sessions in the dashboard: started, followed, answered, taken over and stopped. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { agentParts } from "../../../src/platform/agents/runs/parts.ts";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { call, perTask, scriptedModel } from "../../models/server.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { read, type Script, scripted } from "../agents/agents.ts";
import { personsBrowser } from "../live/viewing.ts";
import { agentProcess, serverHome } from "../process.ts";
import { served } from "../served.ts";
import { click, index, signIn } from "./dashboards.ts";

const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;

/** Delays answers to POST requests until the test calls `go`. */
const HOLD_ANSWERS = `(() => { const real = fetch; window.fetch = async (...args) => {
  const answer = await real(...args);
  if (args[1]?.method === "POST") await new Promise((go) => { window.go = go; });
  return answer; }; })()`;

/** The entries of the timeline with kind and text. */
const ENTRIES = `[...document.querySelectorAll(".entry")].map((one) => {
  const text = one.querySelector("summary, pre");
  return [one.className.replace("entry", "").trim() || "action", text.innerText.replace(/\\s+/g, " ").trim()];
})`;

const title = `document.querySelector("h1").textContent`;

/** A task that waits for the test, and one that asks a question and then waits. */
function waiting() {
  const release = Promise.withResolvers<void>();
  const look: Script = async ({ act, step, signal }) => {
    await act(["get", "url"]);
    await step();
    await Promise.race([release.promise, new Promise((gone) => signal.addEventListener("abort", gone))]);
    await act(["get", "title"]);
    await step();
    return { output: "looked" };
  };
  const question: Script = async ({ ask }) => {
    const answer = await ask("Which code\nis on the card?");
    await release.promise;
    return { output: `answer: ${answer}` };
  };
  return { release, parts: scripted({ look, question }) };
}

const withoutProxy = { proxyCountryCode: null };

test("a session starts with a start address, shows each step with a picture, and takes another task", async () => {
  using at = localServer(() =>
    htmlResponse("<title>Kettles</title><h1>Blue kettle: 12.50 EUR</h1><button>Basket</button>"),
  );
  using model = scriptedModel(
    perTask(function* () {
      yield { text: "I look at the price.", calls: [call("click", { text: "No such button" })] };
      yield call("click", { text: "Basket" });
      const [output, evidence] = ["It costs 12.50 EUR.", "Blue kettle: 12.50 EUR"];
      yield call("done", { success: true, kind: "question", output, evidence });
      yield call("wait", { time_ms: 25_000 });
    }),
  );
  using home = serverHome();
  const { baseUrl } = model.config;
  const models = ["first", "second"].map((name) => ({ name, model: "scripted", baseUrl, provider: "openai" }));
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models, default: "second" }));
  await using p = await served({ home: home.path }, agentParts(home.path, { commands, read }));
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Sessions");
  await t.svc("wait", "text", "No session yet");
  await click(t, "button", "Start a session");
  await t.svc("wait", "selector", "dialog[open]");
  expect(await evaluated(t, `[...document.querySelector("[name=model]").options].map((one) => one.text)`)).toEqual([
    "second",
    "first",
  ]);
  await t.svc("input", await index(t, "textbox", "Task"), "What does the blue kettle cost?");
  await t.svc("input", await index(t, "textbox", "Start address"), at.url.href);
  await t.svc("select", await index(t, "combobox", "Model"), "first");
  await click(t, "button", "Start");
  await t.svc("wait", "selector", ".part.outcome.good");
  const entries: [string, string][] = await evaluated(t, ENTRIES);
  expect(entries.map(([kind]) => kind)).toEqual(["human", "thought", "bad", "action", "outcome"]);
  expect(entries[0]?.[1]).toBe("What does the blue kettle cost?");
  expect(entries[3]?.[1]).toContain("click text Basket");
  expect(entries[4]?.[1]).toBe("It costs 12.50 EUR.");
  const [session] = (await p.call("GET", "/v3/sessions")).body.sessions;
  expect(session).toMatchObject({ model: "first", status: "idle", stepCount: 3 });
  await until(() =>
    evaluated(t, `[...document.querySelectorAll(".shot img")].filter((one) => one.naturalWidth > 0).length === 3`),
  );
  // The newest entry is visible although the pictures made the list longer.
  const log = "[scrollHeight, clientHeight, scrollTop].map(Math.ceil)";
  const [whole, seen, from] = await evaluated(
    t,
    `(({ scrollHeight, clientHeight, scrollTop }) => ${log})(document.querySelector(".log"))`,
  );
  expect(whole).toBeGreaterThan(seen);
  expect(from + seen).toBeGreaterThanOrEqual(whole);
  await t.svc("eval", `document.querySelector(".shot").focus()`);
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "dialog.large[open] img");
  await t.svc("keys", "Escape");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
  expect(await evaluated(t, "document.activeElement.className")).toBe("shot there");
  await t.svc("input", await index(t, "textbox", "Another task for this session"), "And the red one?");
  await t.svc("keys", "Control+Enter");
  await t.svc("wait", "selector", ".entry.busy");
  expect((await evaluated(t, ENTRIES)).slice(5)).toEqual([
    ["human", "And the red one?"],
    ["busy", "wait time_ms 25000"],
  ]);
  await click(t, "button", "Stop the task");
  await t.svc("wait", "selector", ".steps textarea");
  await until(async () => (await evaluated(t, ENTRIES)).at(-1)?.[0] === "outcome");
  expect(await evaluated(t, `document.querySelector(".entry.busy")`)).toBeNull();
  await click(t, "button", "Stop the session");
  await t.svc("wait", "selector", "img.film");
  expect((await p.call("GET", `/v3/sessions/${session.id}`)).body.status).toBe("stopped");
  await click(t, "button", "Start a similar session");
  await t.svc("wait", "selector", "dialog[open]");
  expect(await evaluated(t, `document.querySelector("dialog textarea").value`)).toBe("What does the blue kettle cost?");
});

test("a question is answered by text or by returning the browser, and a draft stays in its field", async () => {
  const { release, parts } = waiting();
  await using p = await served({}, parts);
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  const ask = async () => {
    const { id } = (await p.call("POST", "/v3/sessions", { task: "question", keepAlive: true, ...withoutProxy })).body;
    await t.svc("eval", `void (location.hash = "/sessions/${id}")`);
    await t.svc("wait", "text", "The agent asks you");
    return id;
  };
  const output = async (id: string) => (await p.call("GET", `/v3/sessions/${id}`)).body.output;
  const first = await ask();
  expect(await t.svc("get", "title")).toMatchObject({ title: "needs you – question – svc" });
  await t.svc("input", await index(t, "textbox", "Answer"), "4711");
  await t.svc("eval", `${HOLD_ANSWERS}, void (window.button = document.querySelector(".sender button"))`);
  await click(t, "button", "Answer");
  await until(async () => (await evaluated(t, "typeof window.go")) === "function");
  release.resolve();
  await t.svc("wait", "selector", ".part.outcome.good");
  expect(await output(first)).toBe("answer: 4711");
  // The answer to the request arrives after the events that it caused.
  await t.svc("eval", "void window.go()");
  await until(() => evaluated(t, "!window.button.disabled"));
  expect(await evaluated(t, `document.querySelector(".part.outcome").hidden`)).toBe(false);

  const second = await ask();
  await t.svc("input", await index(t, "textbox", "Answer"), "half a w");
  const own = `[...document.querySelectorAll(".top button")].find((one) => /Take over|Release control/.test(one.textContent))`;
  await until(() => evaluated(t, `!(${own}).hidden`));
  await t.svc("eval", `(${own}).click()`);
  await until(() => evaluated(t, `(${own}).textContent === "Release control"`));
  expect(await evaluated(t, `document.querySelector(".part textarea").value`)).toBe("half a w");
  await t.svc("eval", `(${own}).click()`);
  await t.svc("wait", "selector", ".part.outcome.good");
  expect(await output(second)).toStartWith("answer: The person has returned control of the browser");
});

test("stopping a task keeps its session, and the list stops it, filters by state and words, and works by keyboard", async () => {
  const { release, parts } = waiting();
  await using p = await served({}, parts);
  await using t = await fixture();
  const make = async (task: string) =>
    (await p.call("POST", "/v3/sessions", { task, keepAlive: true, ...withoutProxy })).body.id;
  const id = await make("look at the <b>first</b> page");
  await make("question of the day");
  await signIn(t, p.url, p.key);
  await click(t, "link", "Sessions");
  await t.svc("wait", "text", "needs you");
  const rows = `[...document.querySelectorAll(".task a")].map((one) => one.textContent)`;
  expect(await evaluated(t, rows)).toHaveLength(2);
  await t.svc("select", await index(t, "combobox", "State"), "needs you");
  expect(await evaluated(t, rows)).toEqual(["question of the day"]);
  await t.svc("select", await index(t, "combobox", "State"), "Any state");
  await t.svc("input", await index(t, "searchbox", "Search tasks"), "first page");
  expect(await evaluated(t, rows)).toEqual(["look at the <b>first</b> page"]);
  // From the search field: the state filter, then the session.
  await t.svc("keys", "Tab");
  await t.svc("keys", "Tab");
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "Stop the task");
  expect(await evaluated(t, title)).toBe("look at the <b>first</b> page");
  await t.svc(
    "eval",
    `[...document.querySelectorAll("button")].find((one) => one.textContent === "Stop the task").focus()`,
  );
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "Not done");
  // The button is gone, so the content has the focus.
  await until(async () => (await evaluated(t, "document.activeElement.id")) === "main");
  expect((await p.call("GET", `/v3/sessions/${id}`)).body).toMatchObject({ status: "idle", isTaskSuccessful: false });
  await click(t, "link", "All sessions");
  await t.svc("wait", "selector", ".task a");
  expect(await evaluated(t, rows)).toEqual(["look at the <b>first</b> page"]);
  await click(t, "button", "Stop look at the <b>first</b> page");
  await t.svc("wait", "selector", ".badge.failed");
  expect((await p.call("GET", `/v3/sessions/${id}`)).body.status).toBe("stopped");
  release.resolve();
});

test("after a restart of the server the timeline continues without rendering its entries again", async () => {
  using home = temporaryFolder();
  await using t = await fixture();
  await using first = await agentProcess(home.path);
  const { id } = (await first.call("POST", "/v3/sessions", { task: "look", keepAlive: true, ...withoutProxy })).body;
  await signIn(t, first.url, first.key);
  await t.svc("eval", `void (location.hash = "/sessions/${id}")`);
  await until(async () => (await evaluated(t, ENTRIES)).length === 2);
  await t.svc(
    "eval",
    `document.querySelectorAll(".entry, iframe, .session").forEach((one) => { one.dataset.mine = "1"; })`,
  );
  await first.end("SIGKILL");
  await t.svc("wait", "text", "The server does not answer");
  await using again = await served({ home: home.path, port: Number(new URL(first.url).port) }, waiting().parts);
  await t.svc("wait", "text", "Not done");
  const marks = `[...document.querySelectorAll(".entry, .session")].map((one) => one.dataset.mine ?? "new").join()`;
  expect(await evaluated(t, marks)).toMatch(/^1,1,1(,new)?$/);
  const { messages } = (await again.call("GET", `/v3/sessions/${id}/messages?limit=100`)).body;
  const visible = messages.filter(({ type }: Data) => !type.endsWith("_result"));
  expect(await evaluated(t, `document.querySelectorAll(".entry").length`)).toBe(visible.length);
  expect(await evaluated(t, `document.getElementById("trouble").textContent`)).toBe("");
});

test("on a phone no page is wider than the screen, and the steps are below the browser", async () => {
  const { release, parts } = waiting();
  await using p = await served({}, parts);
  await using person = await personsBrowser(p);
  const task = `look ${"averylongwordwithoutend".repeat(20)}`;
  const { id } = (await p.call("POST", "/v3/sessions", { task, keepAlive: true, ...withoutProxy })).body;
  const page = await person.open(`${p.url}/dashboard/`);
  const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await page.session.send("Emulation.setDeviceMetricsOverride", size);
  await page.evaluate(`sessionStorage.setItem("svc-key", ${JSON.stringify(p.key)})`);
  const isFitting = "document.documentElement.scrollWidth <= 390";
  for (const [hash, there] of [
    ["/sessions", ".task a"],
    [`/sessions/${id}`, ".entry details"],
  ] as const) {
    await page.evaluate(`void (location.hash = "${hash}")`);
    await until(() => page.evaluate(`document.querySelector("${there}") !== null`), hash);
    expect(await page.evaluate(isFitting)).toBe(true);
  }
  const below = `document.querySelector(".steps").getBoundingClientRect().top >= document.querySelector(".stage").getBoundingClientRect().bottom`;
  expect(await page.evaluate(below)).toBe(true);
  release.resolve();
});

test("a server without a language model reports it, and an invalid start address starts no session", async () => {
  await using t = await fixture();
  const start = async (url: string, key: string) => {
    await signIn(t, url, key);
    await t.svc("eval", `void (location.hash = "/sessions")`);
    await t.svc("wait", "text", "No session yet");
    await click(t, "button", "Start a session");
  };
  await using none = await served();
  await start(none.url, none.key);
  await t.svc("wait", "text", "has no language model");
  using home = serverHome();
  const models = [{ name: "scripted", model: "scripted", baseUrl: "http://127.0.0.1:9/v1" }];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path }, waiting().parts);
  await start(p.url, p.key);
  await t.svc("wait", "selector", "dialog[open]");
  await t.svc("input", await index(t, "textbox", "Task"), "look");
  await t.svc("input", await index(t, "textbox", "Start address"), "ftp://example.com");
  await click(t, "button", "Start");
  await t.svc("wait", "text", "http or https URL");
  expect((await p.call("GET", "/v3/sessions")).body.sessions).toEqual([]);
});
