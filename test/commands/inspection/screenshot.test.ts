import { expect, test } from "bun:test";
import { chmodSync, linkSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, fixture, write } from "../../fixture.ts";

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
  expect(await t.svc("screenshot", path)).toEqual({
    saved: path,
    size: statSync(path).size,
    ...viewport,
    format: "png",
  });
  expect(sizeOf(readFileSync(path))).toEqual(viewport);
  expect(await t.svc("screenshot", "--full", path)).toMatchObject({ saved: path, size: statSync(path).size });
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

/** Width and height of a picture, and the colour of one of its points, as the browser sees it. */
async function looked(t: Fixture, path: string, type: string, x = 0, y = 0) {
  const source = `data:image/${type};base64,${readFileSync(path).toString("base64")}`;
  const { result } = await t.svc(
    "eval",
    `(async () => { const image = new Image(); image.src = "${source}"; await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d"); context.drawImage(image, 0, 0);
      return { width: image.width, height: image.height, color: [...context.getImageData(${x}, ${y}, 1, 1).data].slice(0, 3) } })()`,
  );
  return result as { width: number; height: number; color: number[] };
}

test("screenshot takes one element, in other formats, and smaller", async () => {
  await using t = await fixture();
  await t.open(`<body style="margin:0;background:#00f"><div style="height:2000px"></div>
    <div style="padding-left:100px"><button style="all:unset;background:#0f0;width:300px;height:40px">Go</button></div>
    <iframe srcdoc="<body style='margin:0'><button style='all:unset;background:#f00;width:60px;height:30px'>In</button>" style="border:0"></iframe>`);
  const [png, jpeg, webp] = ["a.png", "b.jpg", "c.webp"].map((name) => join(t.folder, name)) as [
    string,
    string,
    string,
  ];
  expect(await t.svc("screenshot", png, "--element", "1")).toMatchObject({ width: 300, height: 40, format: "png" });
  expect(await looked(t, png, "png", 290, 5)).toEqual({ width: 300, height: 40, color: [0, 255, 0] });
  expect(await t.svc("screenshot", png, "--element", "2")).toMatchObject({ width: 60, height: 30 });
  expect(await looked(t, png, "png", 50, 5)).toMatchObject({ color: [255, 0, 0] });
  expect(await t.svc("screenshot", jpeg, "--full", "--max-width", "100", "--quality", "50")).toMatchObject({
    format: "jpeg",
  });
  expect(await looked(t, jpeg, "jpeg")).toMatchObject({ width: 100 });
  expect(readFileSync(jpeg).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(await t.svc("screenshot", webp)).toMatchObject({ format: "webp" });
  expect(readFileSync(webp).subarray(8, 12).toString()).toBe("WEBP");
  expect((await t.svc("screenshot", jpeg, "--format", "png")).format).toBe("png");
  expect(await t.fails("screenshot", png, "--element", "9")).toMatchObject({ code: "not_found" });
  expect(await t.fails("screenshot", png, "--element", "1", "--full")).toMatchObject({ code: "usage" });
  expect(await t.fails("screenshot", png, "--quality", "0")).toMatchObject({ code: "usage" });
});

test("screenshot draws the numbers of state, and leaves the page alone", async () => {
  await using t = await fixture();
  await t.open(`<body style="margin:0"><button style="position:absolute;left:100px;top:50px;width:200px;height:80px;background:#fff;border:0">Go</button>
    <script>seen = []; new MutationObserver((all) => seen.push(all.length)).observe(document, { subtree: true, childList: true, attributes: true })</script>`);
  const path = join(t.folder, "marked.png");
  await t.svc("screenshot", path, "--annotate");
  // The number lies on the upper left corner of its element, and its box around it.
  expect((await looked(t, path, "png", 101, 51)).color).toEqual([217, 48, 37]);
  expect((await looked(t, path, "png", 200, 50)).color).not.toEqual([255, 255, 255]);
  expect((await looked(t, path, "png", 250, 110)).color).toEqual([255, 255, 255]);
  expect((await t.svc("eval", "seen")).result).toEqual([]);
  await t.svc("eval", "document.body.insertAdjacentHTML('beforeend', '<a href=#x>New</a>')");
  await t.svc("screenshot", path, "--annotate", "--full", "--format", "webp");
  expect(await t.text("state")).toContain("*[2]<a");
});

test("screenshot takes a part, larger or smaller, in view or of the whole page", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0"><div style="height:2000px;background:rgb(255,0,0)"></div><div style="height:2000px;background:rgb(0,0,255)">`,
  );
  const path = join(t.folder, "part.png");
  expect(await t.svc("screenshot", "--clip", "10,20,100,50", path)).toMatchObject({ width: 100, height: 50 });
  expect(sizeOf(readFileSync(path))).toEqual({ width: 100, height: 50 });
  await t.svc("screenshot", "--clip", "10,20,100,50", "--scale", "2", path);
  expect(sizeOf(readFileSync(path))).toEqual({ width: 200, height: 100 });
  await t.svc("screenshot", "--full", "--clip", "0,1990,10,20", path);
  expect(sizeOf(readFileSync(path))).toEqual({ width: 10, height: 20 });
  await t.svc("screenshot", "--full", "--scale", "0.25", path);
  expect(sizeOf(readFileSync(path)).height).toBe(1000);
  expect((await t.fails("screenshot", "--clip", "5000,0,10,10")).message).toContain(
    "the point 5000,0 is outside the picture",
  );
  expect((await t.fails("screenshot", "--clip", "1,2,3")).code).toBe("usage");
  expect((await t.fails("screenshot", "--scale", "2", "--max-width", "100")).message).toContain(
    "cannot be used together",
  );
});

test("get pixel tells the colour at a point of what is in view", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0"><div style="height:2000px;background:rgb(255,0,16)"></div><div style="height:2000px;background:rgb(1,2,3)">`,
  );
  expect(await t.svc("get", "pixel", "30", "40")).toEqual({ x: 30, y: 40, color: "#ff0010" });
  await t.svc("scroll", "end");
  expect(await t.svc("get", "pixel", "0", "0")).toMatchObject({ color: "#010203" });
  expect((await t.fails("get", "pixel", "99999", "1")).code).toBe("usage");
});

test("screenshot refuses kinds of files that it does not write", async () => {
  await using t = await fixture();
  await t.open("<p>Text");
  for (const name of ["page.pdf", "page.gif", "page.svg", "page.PDF"]) {
    const failure = await t.fails("screenshot", join(t.folder, name));
    expect([name, failure.code, failure.message]).toEqual([
      name,
      "usage",
      expect.stringContaining(".png, .jpg or .webp"),
    ]);
    expect(failure.hint).toContain("page.png");
  }
  expect(await t.svc("screenshot", "--format", "png", join(t.folder, "page.bin"))).toMatchObject({ format: "png" });
  expect(await t.svc("screenshot", join(t.folder, "PAGE.JPG"))).toMatchObject({ format: "jpeg" });
});
