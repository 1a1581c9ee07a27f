/** Every template does what it says: run as its user would run it, against a page or a stand-in of the platform. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TemplateName } from "../../src/setup/templates.ts";
import { type Data, EXECUTABLE, type Exit } from "../fixture.ts";
import { type HomeFixture, house } from "./home-fixture.ts";

const PAGE = "<!doctype html><title>Shop; it's open</title><a href=/one>One</a><a href=/two>Two</a>";

function site() {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      new Response(PAGE, {
        status: url.endsWith("/broken") ? 500 : 200,
        headers: { "content-type": "text/html" },
      }),
  });
}

/** Writes the template into a folder of the test's own, and returns its path. */
async function written(h: HomeFixture, template: TemplateName): Promise<string> {
  const folder = join(h.home, "..", "project");
  mkdirSync(folder, { recursive: true });
  return (await h.json("init", "--template", template, "--output", folder)).data.created;
}

/** Runs a program with svc on PATH, in the folder of the template. */
async function run(h: HomeFixture, argv: string[], env: Record<string, string | undefined> = {}): Promise<Exit> {
  const child = Bun.spawn(argv, {
    cwd: join(h.home, "..", "project"),
    env: {
      ...process.env,
      ...h.env,
      PATH: `${dirname(EXECUTABLE)}:${process.env.PATH}`,
      SVC_SESSION: undefined,
      ...env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

test("shell: takes title and links, writes a picture, ends its session", async () => {
  await using h = house();
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

test("shell: fails when the page cannot be opened, and ends its session all the same", async () => {
  await using h = house();
  const file = await written(h, "shell");
  const { code, stdout } = await run(h, [file, "http://127.0.0.1:1/"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect((await h.json("sessions")).data.sessions).toEqual([]);
});

test("python: takes title and links, writes a picture", async () => {
  await using h = house();
  using server = site();
  const file = await written(h, "python");
  await Bun.write(file, readFileSync(file, "utf8").replace('"https://example.com"', JSON.stringify(server.url.href)));
  const { code, stdout, stderr } = await run(h, ["svc", "python", "--file", file]);
  // The first command of a session that does not open a page says that it starts one.
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Session 'default' was not running\..*\n$/),
  });
  expect(stdout).toContain(`title: Shop; it's open\nlink: ${server.url}one\nlink: ${server.url}two\nelements: 2\n`);
});

interface BrowserRequest {
  method: string;
  path: string;
  key: string | null;
  body: Data;
}

const ID = "0b8d6a4e-52a1-4a0f-9d0e-0f6f1f3f9a11";

/** Answers as the platform does: key, bodies, states in the order given; `busy` calls are refused first. */
function platform(states: Data[], busy = 0) {
  const asked: BrowserRequest[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = request.method === "POST" ? await request.json() : undefined;
      const key = request.headers.get("X-Svc-API-Key");
      asked.push({ method: request.method, path: pathname, key, body });
      if (key !== "svc_good") return Response.json({ detail: "invalid key" }, { status: 401 });
      if (busy-- > 0) return Response.json({ detail: "too many" }, { status: 429, headers: { "retry-after": "0" } });
      const known = pathname === "/api/v3/sessions" || pathname === `/api/v3/sessions/${ID}`;
      if (!known) return Response.json({ detail: "not found" }, { status: 404 });
      return Response.json({ id: ID, model: "m", ...states.shift() });
    },
  });
  return { server, asked, [Symbol.dispose]: () => void server.stop(true) };
}

const API: Partial<Record<TemplateName, Record<string, string>>> = {
  "typescript-api": { node: "node", bun: process.execPath },
  "python-api": { python3: "python3" },
};

/** The template for that program: a Node that runs no TypeScript by itself gets it without its types. */
async function writtenFor(h: HomeFixture, template: TemplateName, name: string): Promise<string> {
  const file = await written(h, template);
  if (name !== "node") return file;
  const plain = file.replace(/\.ts$/, ".mjs");
  await Bun.write(plain, new Bun.Transpiler({ loader: "ts" }).transformSync(readFileSync(file, "utf8")));
  return plain;
}

for (const [template, programs] of Object.entries(API) as [TemplateName, Record<string, string>][]) {
  for (const [name, path] of Object.entries(programs)) {
    const program = [path];
    const what = `${template} by ${name}`;
    const env = (url: string) => ({ SVC_API_KEY: "svc_good", SVC_BASE_URL: url });

    test(`${what}: gives the task, polls, prints the result`, async () => {
      await using h = house();
      using p = platform(
        [
          { status: "created", liveUrl: "https://live.example" },
          { status: "running", lastStepSummary: "looking" },
          { status: "stopped", output: { title: "Höhe" }, isTaskSuccessful: true },
        ],
        1,
      );
      const file = await writtenFor(h, template, name);
      const { code, stdout, stderr } = await run(h, [...program, file, "tell 'it'"], env(p.server.url.href));
      expect({ code, stderr }).toEqual({ code: 0, stderr: `session ${ID}, live at https://live.example\nlooking\n` });
      expect(JSON.parse(stdout)).toEqual({ title: "Höhe" });
      const created = { method: "POST", path: "/api/v3/sessions", key: "svc_good", body: { task: "tell 'it'" } };
      const read = { method: "GET", path: `/api/v3/sessions/${ID}`, key: "svc_good", body: undefined };
      expect(p.asked).toEqual([created, created, read, read]);
    });

    test(`${what}: exits 1 when the task or the call fails, 4 without a key`, async () => {
      await using h = house();
      using p = platform([{ status: "stopped", output: "could not", isTaskSuccessful: false }]);
      const file = await writtenFor(h, template, name);
      // The address as the documents write it, with the version at its end.
      const failed = await run(h, [...program, file], env(`${p.server.url}api/v3/`));
      expect(failed).toEqual({
        code: 1,
        stdout: "could not\n",
        stderr: `session ${ID}\nthe task did not succeed (stopped)\n`,
      });
      const refused = await run(h, [...program, file], { ...env(p.server.url.href), SVC_API_KEY: "svc_secret" });
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr).toContain("401");
      expect(refused.stderr).not.toContain("svc_secret");
      const nobody = await run(h, [...program, file], env("http://127.0.0.1:1"));
      expect(nobody).toMatchObject({ code: 1, stdout: "" });
      expect(nobody.stderr).toStartWith("Error: ");
      const keyless = await run(h, [...program, file], { SVC_API_KEY: "", SVC_BASE_URL: p.server.url.href });
      expect(keyless).toEqual({ code: 4, stdout: "", stderr: "Set SVC_API_KEY first.\n" });
    });
  }
}

interface Step {
  name: string;
  run?: string;
  uses?: string;
  if?: string;
}

/** The steps of the job as its runner runs them, but for the one that fetches svc: that is on PATH. */
async function runJob(
  h: HomeFixture,
  steps: Step[],
  env: Record<string, string>,
): Promise<Record<string, number | "left out">> {
  const codes: Record<string, number | "left out"> = {};
  let failed = false;
  for (const { name, run: script, if: when } of steps) {
    const isLeftOut = script === undefined || name === "Install svc" || (failed && when !== "always()");
    if (isLeftOut) {
      codes[name] = "left out";
      continue;
    }
    const { code } = await run(h, ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], env);
    codes[name] = code;
    failed ||= code !== 0;
  }
  return codes;
}

test("github-actions: the steps of the job check the page, and fail for one that is broken", async () => {
  await using h = house();
  using server = site();
  const file = await written(h, "github-actions");
  const workflow = Bun.YAML.parse(readFileSync(file, "utf8")) as Data;
  const { steps, "runs-on": runner } = workflow.jobs.page;
  expect(runner).toBe("ubuntu-latest");
  expect(steps[0].run).toContain('curl -fsSL "$SVC_INSTALL_BASE/install.sh" | sh');
  expect(await runJob(h, steps, { PAGE_URL: server.url.href })).toEqual({
    "Install svc": "left out",
    "Install a browser": 0,
    "Open the page": 0,
    "Check what it says": 0,
    "End the browser": 0,
    "Keep the picture": "left out",
  });
  const picture = steps.at(-1).with.path;
  expect(existsSync(join(dirname(file), picture))).toBe(true);
  const broken = await runJob(h, steps, { PAGE_URL: `${server.url}broken` });
  expect(broken).toMatchObject({ "Open the page": 1, "Check what it says": "left out", "End the browser": 0 });
});

/** The instructions of a Dockerfile, lines that go on put together. */
function instructions(text: string): { name: string; rest: string }[] {
  const lines = text.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, " ");
  return [...lines.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = "", rest = ""]) => ({ name, rest }));
}

test("docker: what the container runs prints the page, and its install lines are shell", async () => {
  await using h = house();
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
