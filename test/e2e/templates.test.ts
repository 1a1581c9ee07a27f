/** Runs each template as a user does, against a page or `svc serve`. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TemplateName } from "../../src/setup/templates.ts";
import { type Data, EXECUTABLE } from "../fixture.ts";
import { call, scriptedModel } from "../models/server.ts";
import { serverHome, serverProcess } from "../platform/process.ts";
import { type Exit, runProgram } from "../support/program.ts";
import { localServer } from "../support/server.ts";
import { type HomeFixture, homeFixture } from "./home-fixture.ts";

const PAGE = "<!doctype html><title>Shop; it's open</title><a href=/one>One</a><a href=/two>Two</a>";

function site() {
  return localServer(
    ({ url }) =>
      new Response(PAGE, {
        status: url.endsWith("/broken") ? 500 : 200,
        headers: { "content-type": "text/html" },
      }),
  );
}

/** Writes the template into the test's folder and returns its path. */
async function written(h: HomeFixture, template: TemplateName): Promise<string> {
  const folder = join(h.home, "..", "project");
  mkdirSync(folder, { recursive: true });
  return (await h.json("init", "--template", template, "--output", folder)).data.created;
}

/** Runs a program with svc on PATH, in the folder of the template. */
function run(h: HomeFixture, argv: string[], env: Record<string, string | undefined> = {}): Promise<Exit> {
  const path = `${dirname(EXECUTABLE)}:${process.env.PATH}`;
  return runProgram(argv, { cwd: join(h.home, "..", "project"), env: { ...h.env, PATH: path, ...env } });
}

test("shell: prints title and links, saves a screenshot, ends its session", async () => {
  await using h = homeFixture();
  using server = site();
  const file = await written(h, "shell");
  const { code, stdout, stderr } = await run(h, [file, server.url.href]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("status: 200") });
  expect(stdout).toContain("title is Shop; it's open\n");
  expect(stdout).toContain(`"result":["${server.url}one","${server.url}two"]`);
  expect(stdout).toContain("[2]<a href=/two>");
  expect(statSync(join(dirname(file), "page.png")).size).toBeGreaterThan(100);
  expect((await h.json("sessions")).data.sessions).toEqual([]);
});

test("shell: fails when the page cannot be opened and still ends its session", async () => {
  await using h = homeFixture();
  const file = await written(h, "shell");
  const { code, stdout } = await run(h, [file, "http://127.0.0.1:1/"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect((await h.json("sessions")).data.sessions).toEqual([]);
});

test("python: prints title and links, saves a screenshot", async () => {
  await using h = homeFixture();
  using server = site();
  const file = await written(h, "python");
  await Bun.write(file, readFileSync(file, "utf8").replace('"https://example.com"', JSON.stringify(server.url.href)));
  const { code, stdout, stderr } = await run(h, ["svc", "python", "--file", file]);
  // A first command that opens no page reports that it starts the session.
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Session 'default' was not running\..*\n$/),
  });
  expect(stdout).toContain(`title: Shop; it's open\nlink: ${server.url}one\nlink: ${server.url}two\nelements: 2\n`);
});

const NOBODY = "http://127.0.0.1:1";

/** `svc serve` with a scripted model, for a task that succeeds and one that fails. */
async function platform(page: string) {
  const model = scriptedModel(({ messages }) => {
    if (messages.every(({ role }) => role !== "assistant")) return call("open", { url: page });
    if (messages.some(({ text }) => text.includes("fail")))
      return call("done", { success: false, output: "There is no shop." });
    return call("done", { success: true, output: "Höhe", evidence: "One" });
  });
  const home = serverHome();
  const env = { SVC_LLM_BASE_URL: `${model.url}/v1`, SVC_LLM_MODEL: "scripted-1", SVC_LLM_API_KEY: "sk-scripted" };
  const server = await serverProcess(home.path, env, [EXECUTABLE]);
  return {
    known: { SVC_API_KEY: server.key, SVC_BASE_URL: server.url },
    async [Symbol.asyncDispose]() {
      await server.end("SIGTERM");
      model[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}

/** No registry can be reached: the package comes with svc. */
const OFFLINE = { npm_config_registry: NOBODY, PIP_INDEX_URL: NOBODY, PIP_EXTRA_INDEX_URL: "", PIP_NO_CACHE_DIR: "1" };

for (const template of ["typescript-api", "python-api"] as const)
  test(`${template}: installs without a registry, runs a task and explains a failed one`, async () => {
    await using h = homeFixture();
    using server = site();
    await using p = await platform(server.url.href);
    const folder = join(h.home, "..", "project");
    mkdirSync(folder, { recursive: true });
    const { data } = await h.json("init", "--template", template, "--output", folder);
    const installed = await run(h, ["sh", "-c", data.install], OFFLINE);
    expect(installed.code === 0 ? "" : installed.stderr).toBe("");
    // Bun runs the TypeScript, because older versions of Node cannot.
    const program = template === "typescript-api" ? [process.execPath, data.created] : ["python3", data.created];
    const python = { PATH: `${join(folder, ".venv/bin")}:${process.env.PATH}` };
    const ask = (task: string, env: object) => run(h, [...program, task], { ...python, ...env });

    const done = await ask("tell 'it'", p.known);
    expect(done).toMatchObject({ code: 0, stdout: "Höhe\n" });
    expect(done.stderr).toMatch(/^session [0-9a-f-]{36}, live at http.*\n.*open.*\n/);
    const failed = await ask("fail", p.known);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("There is no shop.") });
    expect(failed.stderr).toEndWith("The task did not succeed (stopped).\n");

    const refused = await ask("tell it", { ...p.known, SVC_API_KEY: "svc_secret" });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toStartWith("Error: 401");
    expect(refused.stderr).not.toContain("svc_secret");
    expect(await ask("tell it", { ...p.known, SVC_API_KEY: "" })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: No API key is set\nSet SVC_API_KEY/),
    });
  });

interface Step {
  name: string;
  run?: string;
  uses?: string;
  if?: string;
}

/** Runs the steps of the job like the runner, except the one that installs svc, which is on PATH already. */
async function runJob(
  h: HomeFixture,
  steps: Step[],
  env: Record<string, string>,
): Promise<Record<string, number | "skipped">> {
  const codes: Record<string, number | "skipped"> = {};
  let failed = false;
  for (const { name, run: script, if: when } of steps) {
    const isSkipped = script === undefined || name === "Install svc" || (failed && when !== "always()");
    if (isSkipped) {
      codes[name] = "skipped";
      continue;
    }
    const { code } = await run(h, ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], env);
    codes[name] = code;
    failed ||= code !== 0;
  }
  return codes;
}

test("github-actions: the steps pass for a working page and fail for a broken one", async () => {
  await using h = homeFixture();
  using server = site();
  const file = await written(h, "github-actions");
  const workflow = Bun.YAML.parse(readFileSync(file, "utf8")) as Data;
  const { steps, "runs-on": runner } = workflow.jobs.page;
  expect(runner).toBe("ubuntu-latest");
  expect(steps[0].run).toContain('curl -fsSL "$SVC_INSTALL_BASE/install.sh" | sh');
  expect(await runJob(h, steps, { PAGE_URL: server.url.href })).toEqual({
    "Install svc": "skipped",
    "Install a browser": 0,
    "Open the page": 0,
    "Check the content": 0,
    "End the browser": 0,
    "Save the screenshot": "skipped",
  });
  const picture = steps.at(-1).with.path;
  expect(existsSync(join(dirname(file), picture))).toBe(true);
  const broken = await runJob(h, steps, { PAGE_URL: `${server.url}broken` });
  expect(broken).toMatchObject({ "Open the page": 1, "Check the content": "skipped", "End the browser": 0 });
});

/** Parses the instructions of a Dockerfile, with continued lines joined. */
function instructions(text: string): { name: string; rest: string }[] {
  const lines = text.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, " ");
  return [...lines.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = "", rest = ""]) => ({ name, rest }));
}

test("docker: the entry point prints the page, and the RUN lines are valid shell", async () => {
  await using h = homeFixture();
  using server = site();
  const file = await written(h, "docker");
  const all = instructions(readFileSync(file, "utf8"));
  expect(all.map(({ name }) => name)).toEqual("FROM RUN ARG RUN RUN USER WORKDIR ENTRYPOINT CMD".split(" "));
  for (const { rest } of all.filter(({ name }) => name === "RUN"))
    expect(Bun.spawnSync(["sh", "-n", "-c", rest])).toMatchObject({ exitCode: 0 });
  const form = (wanted: string) => JSON.parse(all.find(({ name }) => name === wanted)?.rest ?? "") as string[];
  expect(form("CMD")).toEqual(["https://example.com"]);
  const { code, stdout } = await run(h, [...form("ENTRYPOINT"), server.url.href]);
  expect(code).toBe(0);
  expect(stdout).toContain("[2]<a href=/two>");
  expect(stdout).toEndWith("Browser closed (session default)\n");
});
