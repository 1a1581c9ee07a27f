import { expect, test } from "bun:test";
import { chmodSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fixture, write } from "../fixture.ts";

/** Width and height of a PNG. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

test("screenshot writes a picture of what is in view, or of the whole page", async () => {
  await using t = await fixture();
  const { viewport } = await t.open(
    `<body style="margin:0;background:linear-gradient(red,blue)"><div style="width:1500px;height:3000px"></div>`,
  );
  const path = join(t.folder, "view.png");
  expect(await t.svc("screenshot", path)).toEqual({ saved: path, size: statSync(path).size });
  expect(sizeOf(readFileSync(path))).toEqual(viewport);
  expect(await t.svc("screenshot", "--full", path)).toEqual({ saved: path, size: statSync(path).size });
  expect(sizeOf(readFileSync(path))).toEqual({ width: 1500, height: 3000 });
  expect(await t.svc("state")).toMatchObject({ viewport, scroll: { x: 0, y: 0 } });
});

test("screenshot without a path gives the picture as base64, with its size in bytes", async () => {
  await using t = await fixture();
  const { viewport } = await t.open("<p>Text");
  const { screenshot, size } = await t.svc("screenshot");
  const png = Buffer.from(screenshot, "base64");
  expect(sizeOf(png)).toEqual(viewport);
  expect(size).toBe(png.length);
});

test("screenshot shows the page as it is now, and takes a path from where it is called", async () => {
  await using t = await fixture();
  await t.open("<body style='background:white'>");
  const before = process.cwd();
  process.chdir(t.folder);
  try {
    expect(await t.svc("screenshot", "one.png")).toMatchObject({ saved: join(t.folder, "one.png") });
    await t.svc("eval", "document.body.style.background = 'red'");
    await t.svc("screenshot", "./two.png");
  } finally {
    process.chdir(before);
  }
  expect(readFileSync(join(t.folder, "one.png")).equals(readFileSync(join(t.folder, "two.png")))).toBe(false);
});

test("screenshot fails where the file cannot be written, and leaves nothing", async () => {
  await using t = await fixture();
  expect(await t.fails("screenshot", join(t.folder, "no/such/folder/x.png"))).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("x.png"),
  });
  expect(await t.fails("screenshot", t.folder)).toMatchObject({ code: "io" });
  expect(await t.fails("screenshot", "")).toMatchObject({ code: "usage" });
  expect(await t.svc("screenshot", join(t.folder, "fine.png"))).toMatchObject({ size: expect.any(Number) });
});

test("screenshot follows a link, keeps the mode of a file, and writes into what has other names", async () => {
  await using t = await fixture();
  await t.open("<p>Picture</p>");
  const real = write(t.folder, "real.png", "old");
  chmodSync(real, 0o640);
  const link = join(t.folder, "link.png");
  symlinkSync(real, link);
  await t.svc("screenshot", link);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect([statSync(real).mode & 0o777, readFileSync(real).subarray(1, 4).toString()]).toEqual([0o640, "PNG"]);
  const other = join(t.folder, "other.png");
  linkSync(real, other);
  writeFileSync(real, "old again");
  await t.svc("screenshot", other);
  expect([statSync(real).nlink, readFileSync(real).subarray(1, 4).toString()]).toEqual([2, "PNG"]);
});
