import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("what is written to the clipboard can be read, pasted and replaced by the page", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=Field><button onclick="navigator.clipboard.writeText('from the page')">Copy</button>
    <script>log = []; for (const kind of ["copy", "paste", "keydown"]) document.addEventListener(kind, (event) => log.push(kind + (event.key ?? "")))</script>`);
  expect(await t.svc("clipboard", "write", "two\nlines")).toEqual({ written: "two\nlines" });
  expect(await t.svc("clipboard", "read")).toEqual({ text: "two\nlines" });
  // Neither was heard by the page.
  expect((await t.svc("eval", "log")).result).toEqual([]);
  await t.svc("clipboard", "write", "pasted", "--secret");
  await t.svc("focus", "1");
  await t.svc("keys", "Control+v");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "pasted" });
  await t.svc("click", "2");
  expect(await t.text("clipboard", "read")).toBe("from the page");
  await t.svc("open", "about:blank");
  expect(await t.text("clipboard", "read")).toBe("from the page");
});
