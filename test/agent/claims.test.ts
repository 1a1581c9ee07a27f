/** False claims of a deed that the loop rejects, a kind each, and honest ones that it believes. */
import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";
import { call } from "../models/server.ts";
import { ended, withModel } from "./runs.ts";

const claim = (output: string, evidence: string, kind = "deed") =>
  call("done", { success: true, kind, output, evidence });

const HOME = `<p>Front door: <b id=door>unlocked</b></p><button onclick="door.textContent = 'locked'">Lock the door</button>
  <p>Alarm: <b id=alarm>off</b></p><button onclick="alarm.textContent = 'on'">Switch the alarm on</button>`;

test("a deed of a run that did nothing is none, whatever it quotes; a question needs no action", async () => {
  await using t = await fixture();
  const url = t.site(HOME);
  const idle = () => claim("The door is unlocked.", "Front door: unlocked");
  const { failed } = await ended(t, idle, "Unlock the door", "--url", url);
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("Nothing was done") });
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
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("before your last action") });
  expect(told.at(-1)).toContain("copy words that this action changed");
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
    "/order": () => new Response(form(), { headers: { "content-type": "text/html" } }),
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
  expect(failed).toMatchObject({ code: "task", message: expect.stringContaining("outside of fields") });
  using _ = await withModel(t, [type, call("click", { text: "Save" }), said]);
  expect(await t.svc("run", "Save the note", "--url", `${url}order`)).toMatchObject({ success: true });
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
