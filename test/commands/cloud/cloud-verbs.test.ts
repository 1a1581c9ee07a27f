/** What people do daily on the platform: run and follow tasks, carry files up and down, run skills. Against the real server. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KEY, refusal, standIn } from "../../cloud/stand-in.ts";
import { type Data, type Fixture, fixture, write } from "../../fixture.ts";
import { type Script, scripted } from "../../platform/agents/agents.ts";
import { served } from "../../platform/served.ts";
import { localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const ID = "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80";
const UNMADE = ID.replace("3", "5");
const QUICK = ["--interval", "100"];

async function signedUp(t: Fixture, { url, key = KEY }: { url: string; key?: string }): Promise<void> {
  await t.svc("config", "set", "base_url", url);
  await t.svc("config", "set", "api_key", key);
}

const look: Script = async ({ assignment, act, step, think }) => {
  await think("First the shop.");
  await act(["get", "url"], "looked at the page");
  await step();
  writeFileSync(join(assignment.workspace, "price.txt"), "12.50");
  return { output: assignment.schema ? { price: 12.5 } : `done: ${assignment.task}`, files: ["price.txt"] };
};
const fail: Script = async () => ({ success: false, explanation: "There is no red kettle." });
const wait: Script = async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return undefined;
};

test("cloud run does a task at the platform, and prints its answer; sessions show, follow and stop it", async () => {
  await using p = await served({}, scripted({ look, fail, wait }));
  await using t = await fixture();
  await signedUp(t, p);
  expect(await t.text("cloud", "run", "look around", "--url", "https://shop.test/", ...QUICK)).toBe(
    "done: look around\n\nStart at https://shop.test/",
  );
  const schema = '{"type":"object","properties":{"price":{"type":"number"}}}';
  const kept = await t.svc("cloud", "run", "look", "--schema", schema, "--keep-alive", ...QUICK);
  expect(kept).toMatchObject({ status: "idle", output: { price: 12.5 }, isTaskSuccessful: true });
  const again = await t.svc("cloud", "run", "look twice", "--session-id", kept.id, ...QUICK);
  expect(again).toMatchObject({ id: kept.id, status: "idle", output: "done: look twice" });
  const failed = await t.fails("cloud", "run", "fail", ...QUICK);
  expect(failed).toMatchObject({ code: "api_refused", message: expect.stringContaining("without success") });

  const { id } = await t.svc("cloud", "run", "wait", "--no-wait");
  const { sessions, total } = await t.svc("cloud", "sessions", "--limit", "2");
  expect([total, sessions.length, sessions[0].id]).toEqual([4, 2, id]);
  expect(await t.text("cloud", "sessions")).toContain(`${kept.id}  idle        $0.002  look\n`);
  expect(await t.text("cloud", "sessions", "--limit", "2")).toContain("2 of 4; --limit shows more");
  expect(await t.svc("cloud", "sessions", "stop", id)).toEqual({ id, status: "stopped" });
  expect(await t.text("cloud", "sessions", "show", kept.id)).toContain("status: idle\ntask: look\nsuccess: true\n");
  const lines = (await t.text("cloud", "sessions", "messages", kept.id)).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "user message: look",
    "planning: First the shop.",
    "browser action: looked at the page",
  ]);
  const { messages, status } = await t.svc("cloud", "sessions", "messages", kept.id, "--follow", ...QUICK);
  expect([status, messages.length]).toEqual(["idle", lines.length]);
  expect(await t.text("cloud", "sessions", "stop", kept.id)).toBe(`Session ${kept.id} is stopped`);
  expect((await t.fails("cloud", "sessions", "show", ID)).message).toContain("Session not found");
});

test("what an agent asks is answered by another run in its session", async () => {
  const asking: Script = async ({ ask }) => ({ output: `You said ${await ask("Which kettle?")}` });
  await using p = await served({}, scripted({ asking }));
  await using t = await fixture();
  await signedUp(t, p);
  const waits = t.svc("cloud", "run", "asking", "--keep-alive", ...QUICK);
  const list = async () => (await t.svc("cloud", "sessions")).sessions;
  const { id } = await until(async () => (await list()).find((one: Data) => one.question === "Which kettle?"));
  expect(await t.text("cloud", "sessions", "show", id)).toContain("question: Which kettle?\n");
  const answered = await t.svc("cloud", "run", "the blue one", "--session-id", id, ...QUICK);
  expect(answered).toMatchObject({ id, output: "You said the blue one" });
  expect(await waits).toMatchObject({ id, output: "You said the blue one" });
});

test("files go up to a workspace and come down whole, with their folders", async () => {
  await using p = await served({}, scripted({ look }));
  await using t = await fixture();
  await signedUp(t, p);
  const id = await t.text("cloud", "workspaces", "create", "bills");
  expect(await t.text("cloud", "workspaces")).toBe(`${id}  bills`);
  mkdirSync(join(t.folder, "bills", "2026"), { recursive: true });
  const one = write(join(t.folder, "bills"), "one.csv", "1,2\n");
  write(join(t.folder, "bills"), "empty.txt", "");
  for (let n = 0; n < 12; n++) write(join(t.folder, "bills", "2026"), `${n}.txt`, `number ${n}`);
  symlinkSync(one, join(t.folder, "bills", "link.csv"));
  const { sent } = await t.svc("cloud", "files", "upload", id, join(t.folder, "bills"), one, "--folder", "in");
  expect(sent).toHaveLength(15);
  expect(sent).toContain("in/bills/2026/11.txt");
  expect(sent).toContain("in/one.csv");
  const { files } = await t.svc("cloud", "files", id, "in/bills/2026/");
  expect(files.map(({ path }: Data) => path)).toContain("in/bills/2026/3.txt");
  expect(await t.text("cloud", "files", id)).toMatch(/^ +4 {2}\S+ {2}in\/one\.csv$/m);

  const to = join(t.folder, "down");
  expect((await t.svc("cloud", "files", "download", id, "--to", to)).saved).toHaveLength(15);
  expect(readFileSync(join(to, "in/bills/2026/11.txt"), "utf8")).toBe("number 11");
  expect(readFileSync(join(to, "in/bills/empty.txt"), "utf8")).toBe("");
  expect(existsSync(join(to, "in/bills/link.csv"))).toBe(false);
  // What is there is not replaced unasked, and then nothing is fetched at all.
  writeFileSync(join(to, "in/one.csv"), "mine");
  const again = ["cloud", "files", "download", id, "in/one.csv", "--to", to];
  expect(await t.fails(...again)).toMatchObject({ code: "io", hint: expect.stringContaining("--force") });
  expect(readFileSync(join(to, "in/one.csv"), "utf8")).toBe("mine");
  await t.svc(...again, "--force");
  expect(readFileSync(join(to, "in/one.csv"), "utf8")).toBe("1,2\n");
  const part = join(t.folder, "part");
  expect((await t.svc("cloud", "files", "download", id, "in/bills/2026", "--to", part)).saved).toHaveLength(12);
  expect(await t.fails("cloud", "files", "download", id, "in/bill", "--to", part)).toMatchObject({
    ...{ code: "not_found", hint: `Run \`svc cloud files ${id}\`.` },
  });
  // A session stands for its workspace.
  const session = await t.svc("cloud", "run", "look", "--workspace-id", id, ...QUICK);
  expect((await t.svc("cloud", "files", session.id, "price")).files).toMatchObject([{ path: "price.txt", size: 5 }]);
  expect(await t.fails("cloud", "files", ID)).toMatchObject({ code: "not_found" });
});

test("no file of a platform is written outside of the folder, nor half of one", async () => {
  await using t = await fixture();
  const to = join(t.folder, "down");
  const file = (path: string, url: string | null = null) => ({
    path,
    size: 3,
    lastModified: "2026-01-01T00:00:00Z",
    url,
  });
  const listing = (path: string, url?: string | null) => ({ files: [file(path, url)], hasMore: false });
  for (const path of ["../out.txt", "/etc/out.txt", "a/../../out.txt", "a\\..\\out.txt", "a//b"]) {
    using p = standIn({
      [`GET /v3/workspaces/${ID}`]: [{ id: ID }],
      [`GET /v3/workspaces/${ID}/files`]: [listing(path)],
    });
    await signedUp(t, p);
    expect([path, (await t.fails("cloud", "files", "download", ID, "--to", to)).code]).toEqual([path, "api"]);
  }
  // Less than it says, and then the connection ends.
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf";
  using cut = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket) => void socket.end(head) },
  });
  using closed = localServer(() => new Response("no", { status: 403 }));
  for (const [port, code] of [
    [cut.port, "api"],
    [closed.port, "download"],
  ] as const) {
    const files = [listing("a/b.txt", `http://127.0.0.1:${port}/`)];
    using p = standIn({ [`GET /v3/workspaces/${ID}`]: [{ id: ID }], [`GET /v3/workspaces/${ID}/files`]: files });
    await signedUp(t, p);
    expect((await t.fails("cloud", "files", "download", ID, "--to", to)).code).toBe(code);
    expect(readdirSync(join(to, "a"))).toEqual([]);
  }
});

test("a skill is run by its title, with parameters of their types", async () => {
  await using t = await fixture();
  const skill = {
    ...{ id: ID, slug: "price", title: "Price of a product", status: "finished", isEnabled: true },
    parameters: [
      { name: "product", type: "string", required: true },
      { name: "count", type: "number", required: false },
    ],
    secrets: ["pin"],
  };
  using p = standIn({
    [`GET /v2/skills/${UNMADE}`]: [
      { ...skill, id: UNMADE, status: "recording", currentVersion: null, parameters: [] },
      { ...skill, id: UNMADE, status: "failed", currentVersion: null, parameters: [], reason: "The shop is closed" },
    ],
    "GET /v2/skills": [{ items: [skill, { ...skill, id: ID.replace("3", "4"), title: "Another" }] }],
    [`GET /v2/skills/${ID}`]: [skill],
    [`POST /v2/skills/${ID}/execute`]: [
      { success: true, result: { price: 12.5 }, latencyMs: 5 },
      { success: true, result: "twelve" },
      { success: true, result: "thirteen" },
      { success: false, error: "The button is gone", stderr: "" },
    ],
  });
  await signedUp(t, p);
  expect(await t.text("cloud", "skills")).toContain(
    `${ID}  finished  Price of a product\n    parameters: product (string), count (number, optional)\n    secrets: pin`,
  );
  const line = ["cloud", "skills", "run"];
  expect(await t.svc(...line, "price of a product", "product=3", "count=2")).toMatchObject({ result: { price: 12.5 } });
  expect(JSON.parse(p.seen.at(-1)?.body ?? "")).toEqual({ parameters: { product: "3", count: 2 } });
  expect(await t.text(...line, ID, "product=a=b")).toBe("twelve");
  expect(JSON.parse(p.seen.at(-1)?.body ?? "")).toEqual({ parameters: { product: "a=b" } });
  const file = write(t.home, "secrets.json", '{"pin":"hunter2-4711"}');
  await t.svc(...line, ID, "product=x", "--secrets", `@${file}`);
  expect(JSON.parse(p.seen.at(-1)?.body ?? "")).toEqual({
    parameters: { product: "x" },
    secrets: { pin: "hunter2-4711" },
  });
  const wrong = await t.fails(...line, ID, "product=x", "--secrets", '{"pin":4711}');
  expect(wrong).toMatchObject({ code: "usage", message: "the secrets must be a JSON object of strings" });
  expect(await t.fails(...line, ID, "product=x")).toMatchObject({
    ...{ code: "api_refused", message: "the skill failed: The button is gone" },
  });
  expect((await t.fails(...line, ID, "prodct=x")).message).toContain("it takes product, count");
  expect((await t.fails(...line, ID, "count=two")).message).toContain("of type number");
  expect(await t.fails(...line, UNMADE, "product=x")).toMatchObject({
    ...{ code: "api_refused", message: "the skill cannot be run: it is recording" },
    hint: expect.stringContaining(`svc cloud v2 GET /skills/${UNMADE}`),
  });
  expect((await t.fails(...line, UNMADE, "product=x")).message).toContain("it is failed: The shop is closed");
  expect(await t.fails(...line, "Nothing")).toMatchObject({ code: "not_found" });
});

test("verbs of the cloud say in the platform's words what it refuses", async () => {
  await using t = await fixture();
  using p = standIn({ "POST /v3/sessions": [refusal(402, "Insufficient credits")] });
  await signedUp(t, p);
  expect(await t.fails("cloud", "run", "x")).toMatchObject({
    ...{ code: "api_refused", message: "the platform refused (HTTP 402): Insufficient credits" },
  });
  await t.svc("config", "unset", "api_key");
  for (const line of [["sessions"], ["workspaces"], ["files", ID], ["skills"], ["run", "x"]])
    expect((await t.fails("cloud", ...line)).code).toBe("no_key");
});
