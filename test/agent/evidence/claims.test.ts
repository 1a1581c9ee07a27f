/** False claims of a deed that the loop rejects, a kind each, and honest ones that it believes. */

import { expect, test } from "bun:test";
import { summaryOf } from "../../../src/agent/loop/call-executor.ts";
import { fixture, write } from "../../fixture.ts";
import { call } from "../../models/server.ts";
import { htmlResponse } from "../../support/server.ts";
import { ended, withModel } from "../loop/runs.ts";

const claim = (output: string, evidence: string, kind = "deed") =>
  call("done", { success: true, kind, output, evidence });

const HOME = `<p>Front door: <b id=door>unlocked</b></p><button onclick="door.textContent = 'locked'">Lock the door</button>
  <p>Alarm: <b id=alarm>off</b></p><button onclick="alarm.textContent = 'on'">Switch the alarm on</button>`;

test("a deed of a run that did nothing is none, whatever it quotes; a question needs no action", async () => {
  await using t = await fixture();
  const url = t.site(HOME);
  const idle = () => claim("The door is unlocked.", "Front door: unlocked");
  const { failed } = await ended(t, idle, "Unlock the door", "--url", url);
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("made no action") });
  using _ = await withModel(t, [claim("It is unlocked.", "Front door: unlocked", "question")]);
  expect(await t.svc("run", "Is the door locked?")).toMatchObject({ success: true, steps: 1 });
});

test("the proof of one deed is none of the next", async () => {
  await using t = await fixture();
  const url = t.site(HOME);
  const lock = call("click", { text: "Lock the door" });
  const alarm = call("click", { text: "Switch the alarm on" });
  const stale = claim("Both are done.", "Front door: locked");
  const { failed, told } = await ended(
    t,
    ({ turns }) => [lock, alarm][turns] ?? stale,
    "Lock the door, then switch the alarm on",
    "--url",
    url,
  );
  // Who reads the end of the run is given no advice that is for the model.
  expect(failed).toMatchObject({
    code: "task",
    message: expect.stringMatching(/before the last action, .* change it\.\)$/),
  });
  expect(told.at(-1)).toContain("Copy words that this action added");
  await t.svc("reload");
  using _ = await withModel(t, [lock, alarm, stale, claim("Both are done.", "Front door: locked; Alarm: on")]);
  expect(await t.svc("run", "Lock the door, then switch the alarm on")).toMatchObject({ success: true, steps: 4 });
});

test("a deed that a page shows only in a field is proven once the page puts it there itself", async () => {
  await using t = await fixture();
  let note = "";
  const form = () =>
    `<h1>Order</h1><form action="/save"><label>Note <input name=note value="${note}"></label><button>Save</button></form>`;
  const url = t.site("", {
    "/order": () => htmlResponse(form()),
    "/save": (request: Request) => {
      note = new URL(request.url).searchParams.get("note") ?? "";
      return Response.redirect(new URL("/order", request.url).href, 303);
    },
  });
  const type = call("type", { text: "Ring twice", label: "Note" });
  const said = claim("The note is saved.", "Ring twice");
  const { failed } = await ended(
    t,
    ({ turns }) => (turns === 0 ? type : said),
    "Save the note",
    "--url",
    `${url}order`,
  );
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("outside of input fields") });
  using _ = await withModel(t, [type, call("click", { text: "Save" }), said]);
  expect(await t.svc("run", "Save the note", "--url", `${url}order`)).toMatchObject({ success: true });
});

test("who gives no evidence is told to copy some, and not to take anything out", async () => {
  await using t = await fixture();
  const url = t.site(HOME);
  const { told } = await ended(t, () => claim("It is unlocked.", "", "question"), "Is it locked?", "--url", url);
  expect(told.at(-1)).toContain("The evidence is empty. Copy the words");
  expect(told.at(-1)).not.toContain("take it out");
});

test("an answer may hold the day of today, and a claim in another notation is told as one", async () => {
  await using t = await fixture();
  const url = t.site(HOME);
  const today = new Date().toISOString().slice(0, 10);
  const text = { success: "true", kind: "question", output: `Unlocked on ${today}`, evidence: "Front door: unlocked" };
  using server = await withModel(t, [call("done", { ...text, output: 1 }), call("done", text)]);
  expect(await t.svc("run", "Is it locked today?", "--url", url)).toMatchObject({ success: true, steps: 2 });
  expect(server.requests[1]?.last).toContain("answers the task. Call done again.");
  expect(summaryOf({ id: "1", name: "done", args: text })).toStartWith("done: Unlocked");
});

test("a run that failed where a host was refused says how it gets there", async () => {
  await using t = await fixture();
  const url = t.site(`<p>Not paid</p><script src="http://localhost:1/pay.js"></script>`);
  const given = ["Pay", "--url", url, "--allowed-domain", new URL(url).hostname];
  const unable = () =>
    call("done", { success: false, kind: "deed", output: "It cannot be paid", evidence: "Not paid" });
  const { failed } = await ended(t, unable, ...given);
  expect(failed.hint).toMatch(/^Requests to localhost were blocked\. .*\b127\.0\.0\.1\b.*\blocalhost\.$/);
});

test("a file that is claimed lies among those of the run", async () => {
  await using t = await fixture();
  const url = t.site(`<a href="/march.csv">March</a> <button onclick="this.after(' seen')">Mark</button>`, {
    "/march.csv": () =>
      new Response("a;1", { headers: { "content-disposition": "attachment", "content-type": "text/csv" } }),
  });
  const said = claim("march.csv is downloaded.", "seen");
  const mark = call("click", { text: "Mark" });
  const { failed } = await ended(t, ({ turns }) => (turns === 0 ? mark : said), "Download March", "--url", url);
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("no file march.csv") });
  using _ = await withModel(t, [call("click", { text: "March" }), call("downloads"), claim("march.csv", "march.csv")]);
  expect(await t.svc("run", "Download March")).toMatchObject({ success: true });
});

const FORM = `<form id=f onsubmit="fetch('/send'); out.textContent = 'Sent: 1 letter'; return false"><label>Express
  <input type=checkbox name=express></label> <label>Letter <input type=file name=letter onchange="out.textContent = value.slice(12)"></label>
  <button>Send</button></form><p id=out></p>`;

test("a form that was filled in and not sent is no deed, also with a file that the page repeats the name of", async () => {
  await using t = await fixture();
  const url = t.site(FORM, { "/send": "" });
  const given = write(t.folder, "letter.txt", "dear all");
  const check = call("check", { label: "Express" });
  const ticked = claim("Sent by express.", "Express");
  const first = await ended(t, ({ turns }) => (turns === 0 ? check : ticked), "Send it", "--url", url);
  expect(first.failed).toMatchObject({ code: "task", message: expect.stringContaining("not submitted: Express") });
  const upload = call("upload", { paths: ["letter.txt"], label: "Letter" });
  const chosen = claim("It is sent.", "letter.txt");
  const words = ["Send it", "--url", url, "--file", given];
  const second = await ended(t, ({ turns }) => (turns === 0 ? upload : chosen), ...words);
  expect(second.failed).toMatchObject({ code: "task", message: expect.stringContaining("not submitted: Letter") });
  using _ = await withModel(t, [
    check,
    upload,
    call("click", { text: "Send" }),
    claim("It is sent.", "Sent: 1 letter"),
  ]);
  expect(await t.svc("run", ...words)).toMatchObject({ success: true });
});

test("controls that act at once, and filters, are proven by what they change", async () => {
  await using t = await fixture();
  const url = t.site(
    `<label><input type=checkbox> Away mode</label><form><label>Kind <select onchange="out.textContent = value + ': 3 flats'"><option>all<option>large</select></label><button>Apply</button></form><p id=out>all: 9 flats</p>`,
  );
  const check = call("check", { label: "Away mode" });
  const select = call("select", { label: "Kind", values: ["large"] });
  for (const [act, evidence] of [
    [check, "Away mode"],
    [select, "large: 3 flats"],
  ] as const) {
    using _ = await withModel(t, [act, claim("Done.", evidence)]);
    expect(await t.svc("run", "Do it", "--url", url)).toMatchObject({ success: true, steps: 2 });
  }
});

test("a dialog that asks something holds a deed back, one that tells something does not", async () => {
  await using t = await fixture();
  const dialog = (buttons: string) =>
    `<button onclick="d.showModal()">Delete</button><dialog id=d><p>Order 4711</p>${buttons}</dialog>`;
  const act = call("click", { text: "Delete" });
  const said = claim("It is deleted.", "Order 4711");
  const asks = t.site(dialog("<button>Yes</button><button onclick='d.close()'>No</button>"));
  const { failed } = await ended(t, ({ turns }) => (turns === 0 ? act : said), "Delete it", "--url", asks);
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("waits for an answer") });
  using _ = await withModel(t, [act, said]);
  const tells = t.site(dialog("<button>Close</button>"));
  expect(await t.svc("run", "Delete it", "--url", tells)).toMatchObject({ success: true });
  const native = t.site(`<button onclick="confirm('Really?')">Delete</button>`);
  const halted = await ended(
    t,
    ({ turns }) => (turns === 0 ? act : claim("Gone.", "Really?")),
    "Delete it",
    "--url",
    native,
  );
  expect(halted.failed.code).toBe("task");
});

test("a download that is under way holds a deed back", async () => {
  await using t = await fixture();
  const rest = Promise.withResolvers<void>();
  const body = () =>
    new ReadableStream({
      async start(stream) {
        stream.enqueue(new TextEncoder().encode("a;1\n".repeat(2_000)));
        await rest.promise;
        stream.close();
      },
    });
  const headers = { "content-disposition": "attachment; filename=march.csv", "content-type": "text/csv" };
  const url = t.site(`<a href="/march">March</a>`, { "/march": () => new Response(body(), { headers }) });
  const said = claim("It is downloaded.", "march.csv");
  const { failed } = await ended(
    t,
    ({ turns }) => (turns === 0 ? call("click", { text: "March" }) : said),
    "Download March",
    "--url",
    url,
  );
  rest.resolve();
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("not finished: march.csv") });
});
