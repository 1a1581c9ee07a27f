/** The bounds of a run: from its first command to its end, and nothing of them afterwards. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentFixture, agentFixture, guardedCommands, type NotingServer, notingServer } from "../fixture.ts";

let fixture: AgentFixture;
let site: NotingServer;
let other: NotingServer;

const FORM = `<title>Form</title><form method=post action=/sent><label>Text <input name=d></label><button>Send</button></form>`;

beforeAll(async () => {
  site = notingServer((path) => {
    if (path === "/file")
      return () =>
        new Response("hello", { headers: { "content-disposition": 'attachment; filename="../../evil/.name.txt"' } });
    if (path === "/links")
      return `<a href="${other.origin}/page">Away</a><a href=/file download>Get</a><p>See ${other.origin}/page?id=1234567890123</p>`;
    return FORM;
  });
  other = notingServer(
    (path) => (path === "/page" ? "<title>Article of the other site</title><p>Long words of the other site</p>" : FORM),
    "localhost",
  );
  fixture = await agentFixture();
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  site[Symbol.dispose]();
  other[Symbol.dispose]();
});

async function freely(...words: string[]) {
  const { command, args } = fixture.runner.read(words);
  return await fixture.runner.run(command, args);
}

test("a run that is limited reaches its hosts alone, and the browser is free afterwards", async () => {
  {
    await using run = await guardedCommands(fixture, { allowedDomains: ["127.0.0.1"] });
    await run.does("open", `${site.origin}/links`);
    expect((await run.fails("open", other.origin)).message).toBe(
      "localhost: it is not one of the hosts that this run may reach",
    );
    const { events } = await run.does("click", "--text", "Away");
    expect(JSON.stringify(events ?? [])).toContain("not one of the hosts");
    expect(other.received).toEqual([]);
  }
  expect(await freely("open", other.origin)).toMatchObject({ ok: true });
  await freely("input", "--label", "Text", "anything at all");
  expect(await freely("click", "--text", "Send")).toMatchObject({ ok: true });
  expect(other.received.join("\n")).toContain("POST /sent");
});

test("a run without limits reads elsewhere and writes on its own sites", async () => {
  await using run = await guardedCommands(fixture, {
    task: `Send the form of ${site.origin}, then look at ${site.origin}/links`,
  });
  other.received.length = 0;
  await run.does("open", site.origin);
  await run.does("input", "--label", "Text", "hello");
  await run.does("click", "--text", "Send");
  expect(site.received.join("\n")).toContain("d=hello");
  await run.does("open", `${site.origin}/links`);
  await run.does("click", "--text", "Away");
  expect((await run.does("state")).text).toContain("Long words");
  await run.does("open", other.origin);
  await run.does("input", "--label", "Text", "hi");
  const { events } = await run.does("click", "--text", "Send");
  expect(JSON.stringify(events)).toContain("this run may only read from that host");
  expect(other.received.join("\n")).not.toContain("POST");
});

test("addresses that a page shows, that the task names or that hold nothing that was read are opened", async () => {
  await using run = await guardedCommands(fixture, {
    task: `Compare ${site.origin} with http://localhost/named-in-the-task`,
  });
  await run.does("open", `${site.origin}/links`);
  await run.does("state");
  await run.does("open", `${other.origin}/page?id=1234567890123`);
  await run.does("open", `${other.origin}/page?of=my-own-words`);
  expect((await run.fails("open", `http://localhost:${new URL(site.origin).port}/x?d=1234567890123`)).code).toBe(
    "denied",
  );
});

test("the first site that a run opens is its own, where nothing names one", async () => {
  await using run = await guardedCommands(fixture, { task: "Send the form" });
  await run.does("open", site.origin);
  site.received.length = 0;
  await run.does("input", "--label", "Text", "one");
  await run.does("click", "--text", "Send");
  expect(site.received.join("\n")).toContain("POST /sent");
  await run.does("open", other.origin);
  expect(JSON.stringify((await run.does("click", "--text", "Send")).events)).toContain("may only read from that host");
});

test("what a person says counts as the task does", async () => {
  await using run = await guardedCommands(fixture, { task: `Read ${site.origin}/links` });
  await run.does("open", `${site.origin}/links`);
  await run.does("state");
  await run.guard.addUserText(`Go on at ${other.origin} and write 1234567890123 there`);
  other.received.length = 0;
  await run.does("open", other.origin);
  await run.does("input", "--label", "Text", "1234567890123");
  await run.does("click", "--text", "Send");
  expect(other.received.join("\n")).toContain("d=1234567890123");
});

test("downloads come into the workspace under clean names", async () => {
  await using run = await guardedCommands(fixture, { task: site.origin });
  await run.does("open", `${site.origin}/links`);
  await run.does("click", "--text", "Get");
  expect(await run.does("downloads", "wait")).toMatchObject({
    data: { name: "_.._evil_.name.txt", path: join(fixture.workspace, "_.._evil_.name.txt") },
  });
  expect(existsSync(join(fixture.workspace, "_.._evil_.name.txt"))).toBe(true);
});

test("one run at a time has a browser, and none goes on after its end", async () => {
  const first = await guardedCommands(fixture, { task: site.origin });
  await first.does("open", site.origin);
  const second = await guardedCommands(fixture, { task: site.origin });
  expect(await second.fails("open", site.origin)).toMatchObject({ code: "conflict" });
  await first.guard.end();
  expect(await first.fails("open", site.origin)).toMatchObject({ code: "closed" });
  await using third = await guardedCommands(fixture, { task: site.origin });
  await third.does("open", site.origin);
});
