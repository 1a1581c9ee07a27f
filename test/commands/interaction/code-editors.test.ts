/** Editors of code: plain text in an editable element, and text that is drawn beside the field that takes the keys. */
import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

const CODE = 'if (a) {\n  return ["x"];\n}\n';

test("input puts code into a plain-text editor as it is, though the editor closes brackets and indents", async () => {
  await using t = await fixture();
  const state = await t.open(`<style>div { white-space: pre }</style>
    <div contenteditable=plaintext-only role=textbox aria-label=Code>old</div>
    <script>
      const code = document.querySelector("div");
      const after = { "(": ")", "[": "]", "{": "}", '"': '"' };
      code.addEventListener("beforeinput", (event) => {
        if (!after[event.data]) return;
        event.preventDefault();
        document.execCommand("insertText", false, event.data + after[event.data]);
      });
      code.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        document.execCommand("insertText", false, "\\n    ");
      });
    </script>`);
  const code = indexOf(state, { name: "Code" });
  expect(await t.svc("input", code, CODE)).toEqual({ input: CODE, element: Number(code) });
  expect((await t.svc("eval", "code.innerText.trimEnd()")).result).toBe(CODE.trimEnd());
  await t.svc("input", code, "call(");
  expect((await t.svc("eval", "code.textContent")).result).toBe("call(");
  expect(await t.svc("get", "value", code)).toMatchObject({ value: "call(" });
  await t.svc("focus", code);
  await t.svc("keys", "End");
  await t.svc("type", "[");
  expect((await t.svc("eval", "code.textContent")).result).toBe("call([]");
});

test("input says what an editor made of a text, also of one that still has it as a part", async () => {
  await using t = await fixture();
  const state = await t.open(`<div contenteditable role=textbox aria-label=Note></div>
    <script>
      document.querySelector("div").addEventListener("input", ({ target, data }) => { if (data === "[") target.append("]"); });
    </script>`);
  const note = indexOf(state, { name: "Note" });
  expect(await t.svc("input", note, "call[")).toEqual({ input: "call[]", element: Number(note), differs: true });
});

/** As editors draw themselves since browsers have EditContext: numbers beside the lines, and lines in any order. */
const DRAWN = `
  <style>#editor { position: relative; height: 120px; width: 400px; border: 1px solid } #lines > *, #numbers > * { position: absolute; white-space: pre }
    #field { position: absolute; left: 60px; width: 0; height: 18px; outline: none } #helper { position: absolute; z-index: -1; resize: none }</style>
  <div id=editor><div id=field role=textbox tabindex=0 aria-label=Script></div>
    <textarea id=helper readonly aria-hidden=true tabindex=-1></textarea><div id=numbers></div><div id=lines></div></div>
  <script>
    const field = document.getElementById("field");
    const context = (field.editContext = new EditContext());
    let text = "first\\nsecond";
    let all = false;
    const put = (added) => { text = all ? added : text + added; all = false; requestAnimationFrame(() => requestAnimationFrame(draw)); };
    const rows = (id, texts, left) => {
      const made = texts.map((row, n) => Object.assign(document.createElement("div"), { textContent: row.replaceAll(" ", "\\u00a0"), style: "left:" + left + "px;top:" + n * 18 + "px" }));
      document.getElementById(id).replaceChildren(...made.reverse());
    };
    const draw = () => {
      rows("numbers", text.split("\\n").map((_, n) => String(n + 1)), 5);
      rows("lines", text.split("\\n"), 60);
    };
    context.addEventListener("textupdate", ({ text: added }) => put(added === "{" ? "{}" : added));
    field.addEventListener("keydown", (event) => {
      if (event.key === "a" && (event.ctrlKey || event.metaKey)) all = true;
      else if (event.key === "Delete" && all) put("");
      else if (event.key === "Enter") put("\\n");
      else return;
      event.preventDefault();
    });
    draw();
  </script>`;

test("state lists the field of an editor that draws its text elsewhere, and input and get value read what is drawn", async () => {
  await using t = await fixture();
  const state = await t.open(DRAWN);
  expect(state.elements.map(({ name }: { name: string }) => name)).toContain("Script");
  expect(state.elements.find(({ name }: { name: string }) => name === "Script").inViewport).toBe(true);
  expect(state.tree).not.toContain("textarea");
  const script = indexOf(state, { name: "Script" });
  expect(await t.svc("get", "value", script)).toMatchObject({ value: "first\nsecond" });
  expect(await t.svc("input", script, "one\n\n  12")).toEqual({ input: "one\n\n  12", element: Number(script) });
  expect((await t.svc("eval", "text")).result).toBe("one\n\n  12");
  expect(await t.svc("input", script, "34", "--append")).toMatchObject({ input: "one\n\n  1234" });
  expect(await t.svc("input", script, "a {")).toEqual({ input: "a {}", element: Number(script), differs: true });
  expect(await t.svc("input", script, "")).toMatchObject({ input: "" });
  expect((await t.svc("eval", "text")).result).toBe("");
});
