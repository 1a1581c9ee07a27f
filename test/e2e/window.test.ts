/** The clipboard of a browser with a window: it belongs to the desktop, and only `clipboard write` changes it. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { display, hasDisplays } from "../display.ts";
import { homeFixture } from "./home-fixture.ts";

const PAGE = `<!doctype html><meta charset=utf-8><textarea aria-label=Note></textarea><div contenteditable aria-label=Rich>old</div>
  <div contenteditable aria-label=Editor></div>
  <script>document.querySelector("[aria-label=Editor]").onpaste = (event) => { event.preventDefault(); event.target.textContent = "took " + event.clipboardData.getData("text/plain"); };</script>`;

test.skipIf(!hasDisplays)("a browser with a window pastes and uses the desktop clipboard", async () => {
  await using screen = await display();
  await using h = homeFixture({ DISPLAY: screen.name });
  const file = join(h.home, "..", "page.html");
  writeFileSync(file, PAGE);
  await h.run("--headed", "open", `file://${file}`);
  expect(await h.json("clipboard", "write", "kept\nby the desktop")).toMatchObject({ success: true });
  const textOf = async (label: string) => (await h.json("get", "text", "--role", "textbox", "--name", label)).data.text;
  for (const label of ["Note", "Rich", "Editor"])
    expect(await h.json("input", "--label", label, "one\ntwo", "--paste")).toMatchObject({ success: true });
  expect((await h.json("get", "value", "--label", "Note")).data).toMatchObject({ value: "one\ntwo" });
  expect(await textOf("Rich")).toBe("one\ntwo");
  expect(await textOf("Editor")).toBe("took one two");
  expect((await h.json("clipboard", "read")).data).toEqual({ text: "kept\nby the desktop" });
  await h.json("focus", "--label", "Note");
  await h.json("keys", "Control+a");
  await h.json("keys", "Control+v");
  expect((await h.json("get", "value", "--label", "Note")).data).toMatchObject({ value: "kept\nby the desktop" });
});
