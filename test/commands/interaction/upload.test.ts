import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fixture, indexOf, write } from "../../fixture.ts";

/** Records what the page is told: kind of event, and name of the file. */
const RECORD = `<script>
  window.log = [];
  for (const kind of ["input", "change"]) addEventListener(kind, ({ target }) => log.push(kind + ":" + target.files[0].name), true);
</script>`;

test("upload hands a file over, and the page is told of it", async () => {
  await using t = await fixture();
  const path = write(t.folder, "a report ü.txt", "some content");
  await t.open(`${RECORD}<input type=file aria-label=File>`);
  expect(await t.svc("upload", "1", path)).toEqual({ uploaded: path, element: 1, files: ["a report ü.txt"] });
  expect(await t.svc("eval", "log")).toMatchObject({ result: ["input:a report ü.txt", "change:a report ü.txt"] });
  expect(await t.svc("eval", "document.querySelector('input').files[0].text()")).toMatchObject({
    result: "some content",
  });
  expect((await t.svc("state")).elements[0]).toMatchObject({ value: "a report ü.txt" });
  expect(await t.text("upload", "1", path)).toBe(`uploaded: ${path}\nelement: 1`);
});

test("upload takes a path from where it is called", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<input type=file>`);
  const path = write(t.folder, "near.txt", "near");
  const before = process.cwd();
  process.chdir(t.folder);
  try {
    expect(await t.svc("upload", "1", "./near.txt")).toMatchObject({ uploaded: path, element: 1 });
  } finally {
    process.chdir(before);
  }
  expect((await t.svc("eval", "log")).result).toContain("change:near.txt");
});

test("upload refuses a missing file, a folder and what the input does not accept", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<input type=file accept="image/*,.PDF"><input type=file disabled>`);
  expect(await t.fails("upload", "1", `${t.folder}/none.png`)).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("none.png"),
  });
  expect(await t.fails("upload", "1", t.folder)).toMatchObject({ code: "bad_file" });
  expect(await t.fails("upload", "1", write(t.folder, "notes.txt", "x"))).toMatchObject({
    code: "unsuitable",
    message: expect.stringMatching(/image\/\*,\.PDF.*\.txt/),
  });
  expect(await t.fails("upload", "2", write(t.folder, "a.png", "x"))).toMatchObject({ code: "disabled" });
  expect(await t.svc("eval", "log")).toMatchObject({ result: [] });
  expect(await t.svc("upload", "1", write(t.folder, "scan.pdf", "x"))).toMatchObject({ element: 1 });
  expect(await t.svc("upload", "1", write(t.folder, "photo.JPG", "x"))).toMatchObject({ element: 1 });
});

test("upload refuses what is no file input, and names those there are", async () => {
  await using t = await fixture();
  const path = write(t.folder, "x.txt", "x");
  await t.open(`${RECORD}<button>Send</button><input><input type=file><input type=file style="display:none">`);
  expect(await t.fails("upload", "1", path)).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("Send"),
    hint: expect.stringContaining("3, 4"),
  });
  expect(await t.fails("upload", "2", path)).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("upload", "9", path)).toMatchObject({ code: "not_found" });
  expect(await t.svc("eval", "log")).toMatchObject({ result: [] });
  await t.svc("eval", "document.querySelectorAll('[type=file]').forEach((one) => one.remove())");
  expect(await t.fails("upload", "1", path)).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc state"),
  });
});

test("upload finds the input of a label and of a wrapper, hidden or in a frame", async () => {
  await using t = await fixture();
  const path = write(t.folder, "x.txt", "x");
  const other = t
    .site(`${RECORD}<label tabindex=0>Other<input type=file hidden></label>`)
    .replace("127.0.0.1", "localhost");
  const state = await t.open(
    `${RECORD}<label for=one style="cursor:pointer">Label</label><input id=one type=file hidden><div role=button tabindex=0>Zone<input type=file style="display:none"></div><iframe src="${other}"></iframe>`,
  );
  await t.svc("upload", indexOf(state, { name: "Label" }), path);
  await t.svc("upload", indexOf(state, { name: "Zone" }), path);
  expect((await t.svc("eval", "log")).result.filter((entry: string) => entry === "change:x.txt")).toHaveLength(2);
  await t.svc("upload", indexOf(state, { name: "Other", tag: "label" }), path);
  expect((await t.svc("state")).elements.filter(({ role }: { role: string }) => role === "file")).toMatchObject([
    { value: "x.txt" },
    { value: "x.txt" },
    { value: "x.txt" },
  ]);
});

test("upload hands several files over where the input takes several, and none where it does not", async () => {
  await using t = await fixture();
  const [a, b, empty] = [write(t.folder, "a.txt", "a"), write(t.folder, "b.txt", "b"), write(t.folder, "empty", "")];
  await t.open(`${RECORD}<input type=file multiple><input type=file><input type=file accept=".txt" multiple>`);
  expect(await t.svc("upload", "1", a, b, empty)).toEqual({
    uploaded: [a, b, empty],
    element: 1,
    files: ["a.txt", "b.txt", "empty"],
  });
  expect(await t.text("upload", "1", a, b)).toBe(`uploaded: ${a}\nuploaded: ${b}\nelement: 1`);
  await t.svc("eval", "log.length = 0");
  expect(await t.fails("upload", "2", a, b)).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("one file"),
  });
  expect(await t.fails("upload", "3", a, empty)).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("upload", "1", a, `${t.folder}/none`)).toMatchObject({ code: "not_found" });
  expect(await t.fails("upload", "1")).toMatchObject({ code: "usage" });
  expect((await t.svc("eval", "log")).result).toEqual([]);
});

test("upload knows the kinds of files that accept names", async () => {
  await using t = await fixture();
  const cases: [string, string, boolean][] = [
    ["image/*", "a.webp", true],
    ["image/*", "a.txt", false],
    ["image/*", "a.unknown", false],
    ["image/jpg", "a.jpeg", true],
    [".jpg, .png", "a.PNG", true],
    [".jpg", "a.jpeg", false],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a.docx", true],
    ["application/pdf", "a.docx", false],
    ["application/x-own", "a.own", true],
    ["*/*", "a.own", true],
    ["text/csv,application/vnd.ms-excel", "a.csv", true],
    ["audio/*,video/*", "a.mp4", true],
  ];
  await t.open(cases.map(([accept]) => `<input type=file accept="${accept}">`).join(""));
  for (const [n, [accept, file, isTaken]] of cases.entries()) {
    const line = ["upload", String(n + 1), write(t.folder, file, "x")] as const;
    if (isTaken) expect(await t.svc(...line)).toMatchObject({ files: [file] });
    else expect([accept, file, (await t.fails(...line)).code]).toEqual([accept, file, "unsuitable"]);
  }
});

test("upload goes through the chooser that a button opens", async () => {
  await using t = await fixture();
  const path = write(t.folder, "photo.png", "x");
  const notes = write(t.folder, "notes.txt", "x");
  const state = await t.open(`<script>window.log = [];
    function choose(multiple) { const input = document.createElement("input"); input.type = "file"; input.accept = "image/*"; input.multiple = multiple; input.onchange = () => log.push([...input.files].map((one) => one.name).join()); input.click(); }</script>
    <button onclick="choose(false)">Pick</button><a href="#" onclick="setTimeout(() => choose(true), 50)">Later</a><div role=button tabindex=0 onclick="far.click()">Far</div><input id=far type=file hidden onchange="log.push('far')">
    <button onclick="log.push('clicked')">Other</button><form action=/sent><button type=submit>Send</button></form><a href=/away>Away</a><input aria-label=text>`);
  const at = (name: string) => indexOf(state, { name });
  expect(await t.svc("upload", at("Pick"), path)).toEqual({
    uploaded: path,
    element: Number(at("Pick")),
    files: ["photo.png"],
  });
  expect(await t.svc("upload", at("Later"), path, path)).toMatchObject({ files: ["photo.png", "photo.png"] });
  expect(await t.svc("upload", at("Far"), path)).toMatchObject({ files: ["photo.png"] });
  expect((await t.svc("eval", "log.splice(0)")).result).toEqual(["photo.png", "photo.png,photo.png", "far"]);
  expect(await t.fails("upload", at("Pick"), path, path)).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("upload", at("Pick"), notes)).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("upload", at("Other"), path)).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("opened no file chooser"),
  });
  for (const name of ["Send", "Away", "text"])
    expect(await t.fails("upload", at(name), path)).toMatchObject({ code: "unsuitable" });
  expect((await t.svc("eval", "log")).result).toEqual(["clicked"]);
  expect((await t.svc("get", "url")).url).not.toMatch(/sent|away/);
});

test("upload asks for no other file, and leaves the next click to ask for one", async () => {
  await using t = await fixture();
  const path = write(t.folder, "photo.png", "x");
  const state =
    await t.open(`<script>window.log = []; const take = (input) => { log.push(...[...input.files].map((one) => one.name)); input.value = ""; };</script>
    <button onclick="far.click()">Pick</button><input id=far type=file hidden onchange="take(this)"><input type=file aria-label=Many multiple onchange="take(this)">`);
  const pick = indexOf(state, { name: "Pick" });
  const other = indexOf(state, { name: "Many" });
  expect(await t.svc("upload", other, path)).toMatchObject({ files: ["photo.png"], emptied: true });
  expect(await t.events("upload", pick, path)).toEqual([]);
  expect(await t.svc("upload", other, path, path)).toMatchObject({
    files: ["photo.png", "photo.png"],
    emptied: true,
  });
  expect((await t.svc("eval", "log.length")).result).toBe(4);
  const events = [...(await t.events("click", pick)), ...(await t.events("wait", "settled"))];
  expect(events).toMatchObject([{ kind: "dialog", type: "file" }]);
});

test("upload hands a folder over where the input takes one, and tells where it led", async () => {
  await using t = await fixture();
  const folder = join(t.folder, "photos");
  mkdirSync(folder);
  write(folder, "one.png", "1");
  write(folder, "two.png", "2");
  const file = write(t.folder, "x.txt", "x");
  await t.open(
    `<input type=file webkitdirectory><form action=/sent><input type=file name=f onchange="this.form.submit()"></form>`,
    {
      "/sent": "<title>Sent</title>",
    },
  );
  expect((await t.svc("upload", "1", folder)).files.sort()).toEqual(["photos/one.png", "photos/two.png"]);
  expect(await t.fails("upload", "1", file)).toMatchObject({ code: "bad_file" });
  expect(await t.fails("upload", "2", folder)).toMatchObject({ code: "bad_file" });
  expect(await t.svc("upload", "2", file)).toMatchObject({ uploaded: file, navigated: { title: "Sent" } });
});
