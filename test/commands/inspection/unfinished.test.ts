/** What was begun on a page and not ended. */
import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

const FORM = `<form onsubmit="return false"><label>Name <input id=name></label> <label>City <select><option>A<option>B</select></label>
  <button>Send</button></form><form><label>Loose <input></label></form>`;

test("a form is unfinished from its first change until it is sent, in frames and shadow roots too", async () => {
  const inner = FORM.replace("Name", "Inner").replaceAll('"', "&quot;");
  const shadow = `<div><template shadowrootmode=open>${FORM.replace("Name", "Shadow")}</template></div>`;
  await using t = await fixture();
  await t.open(`${FORM}<iframe srcdoc="${inner}"></iframe>${shadow}`);
  expect(await t.svc("get", "unfinished")).toEqual({ forms: [], dialogs: [] });
  for (const label of ["Name", "Inner", "Shadow"]) await t.svc("input", "--label", label, "x");
  const { forms } = (await t.svc("get", "unfinished")) as { forms: string[][] };
  expect(forms.toSorted()).toEqual([["Inner"], ["Name"], ["Shadow"]]);
  await t.svc("input", "--label", "Loose", "--nth", "1", "x");
  await t.svc("click", "--role", "button", "--name", "Send", "--nth", "1");
  const left = (await t.svc("get", "unfinished")) as { forms: string[][] };
  expect(left.forms.flat()).not.toContain("Name");
  expect(left.forms.flat()).not.toContain("Loose");
});
