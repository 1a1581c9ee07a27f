import { expect, test } from "bun:test";
import { fixture, indexOf, write } from "../fixture.ts";

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
  await t.svc("upload", indexOf(state, { name: "Label", tag: "label" }), path);
  await t.svc("upload", indexOf(state, { name: "Zone" }), path);
  expect((await t.svc("eval", "log")).result.filter((entry: string) => entry === "change:x.txt")).toHaveLength(2);
  await t.svc("upload", indexOf(state, { name: "Other", tag: "label" }), path);
  expect((await t.svc("state")).elements.filter(({ role }: { role: string }) => role === "file")).toMatchObject([
    { value: "x.txt" },
    { value: "x.txt" },
    { value: "x.txt" },
  ]);
});
