import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { safeFileName } from "../../../src/lib/filename.ts";
import { fixture, indexOf, write } from "../../fixture.ts";

const attached = (body: string, name: string) => () =>
  new Response(body, { headers: { "content-disposition": `attachment; filename="${name}"` } });

const PAGE = `<title>Files</title>
  <a href=/report>Report</a>
  <a download="local.txt" href="data:text/plain,hello">Data</a>
  <button onclick="const a = document.createElement('a'); a.href = window.URL.createObjectURL(new Blob(['blob'])); a.download = 'made.txt'; a.click()">Blob</button>
  <a href=/report target=_blank>Elsewhere</a>
  <a href=/empty>Empty</a>
  <a href=/none>Nothing</a>`;
const ROUTES = {
  "/report": attached("a,b\n1,2\n", "report.csv"),
  "/empty": attached("", "empty.txt"),
  "/none": () => new Response(null, { status: 204 }),
};

test("what a click downloads is saved under the session's folder and told with the answer", async () => {
  await using t = await fixture();
  const state = await t.open(PAGE, ROUTES);
  const folder = join(t.home, "downloads", "default");
  expect(await t.svc("downloads", "list")).toEqual({ downloads: [] });
  expect(await t.text("downloads")).toBe("no downloads");
  const clicking = async (name: string) => await t.events("click", indexOf(state, { name }));
  expect(await clicking("Report")).toMatchObject([
    {
      kind: "download",
      text: `report.csv (8 bytes) saved to ${join(folder, "report.csv")}`,
      state: "completed",
      path: join(folder, "report.csv"),
    },
  ]);
  expect(await clicking("Nothing")).toEqual([]);
  expect(await clicking("Elsewhere")).toMatchObject([
    { kind: "tab", index: 1 },
    { kind: "download", name: "report.csv", path: join(folder, "report (2).csv") },
  ]);
  expect(await clicking("Empty")).toMatchObject([{ name: "empty.txt", bytes: 0, state: "completed" }]);
  for (const [name, file, content] of [
    ["Data", "local.txt", "hello"],
    ["Blob", "made.txt", "blob"],
  ] as const) {
    await clicking(name);
    expect(await t.svc("downloads", "wait")).toMatchObject({ name: file, state: "completed", bytes: content.length });
    expect(readFileSync(join(folder, file), "utf8")).toBe(content);
  }
  expect(readdirSync(folder).sort()).toEqual(["empty.txt", "local.txt", "made.txt", "report (2).csv", "report.csv"]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "report.csv")).mode & 0o777).toBe(0o600);
  expect((await t.svc("downloads", "list")).downloads).toMatchObject([
    { n: 1, name: "report.csv" },
    {},
    {},
    {},
    { n: 5 },
  ]);
  expect(await t.text("downloads", "list")).toContain(`1   report.csv  8 bytes  completed  ${folder}`);
  expect(await t.svc("get", "title")).toEqual({ title: "Files" });
});

test("a download of a link is told with the press, also when its server takes a while", async () => {
  await using t = await fixture();
  const slow = async () => {
    await Bun.sleep(300);
    return new Response("a,b", { headers: { "content-type": "text/csv" } });
  };
  const state = await t.open(
    `<a href=/slow.csv download><b>The report</b></a><a href=/slow.csv download onclick="return false">Dead</a>`,
    {
      "/slow.csv": slow,
    },
  );
  expect(await t.events("click", indexOf(state, { name: "The report" }))).toMatchObject([
    { kind: "download", name: "slow.csv", state: "completed" },
  ]);
  expect(await t.events("click", indexOf(state, { name: "Dead" }))).toEqual([]);
});

test("downloads save copies by number or name, and replaces only when told to", async () => {
  await using t = await fixture();
  const state = await t.open(PAGE, ROUTES);
  await t.svc("click", indexOf(state, { name: "Report" }));
  await t.svc("downloads", "wait");
  const to = join(t.folder, "copy.csv");
  expect(await t.svc("downloads", "save", "1", to)).toEqual({ saved: to, name: "report.csv", bytes: 8 });
  expect(readFileSync(to, "utf8")).toBe("a,b\n1,2\n");
  expect(await t.fails("downloads", "save", "report.csv", to)).toMatchObject({
    code: "io",
    hint: expect.stringContaining("--force"),
  });
  write(t.folder, "copy.csv", "something else that is longer");
  expect(await t.svc("downloads", "save", "report.csv", to, "--force")).toMatchObject({ saved: to });
  expect(readFileSync(to, "utf8")).toBe("a,b\n1,2\n");
  expect(await t.svc("downloads", "save", "report.csv", t.folder)).toMatchObject({
    saved: join(t.folder, "report.csv"),
  });
  // The page chose the name: a link that is called so does not lead out of the folder.
  const within = join(t.folder, "within");
  mkdirSync(within);
  const elsewhere = write(t.folder, "elsewhere.csv", "kept");
  symlinkSync(elsewhere, join(within, "report.csv"));
  await t.svc("downloads", "save", "report.csv", within, "--force");
  expect(readFileSync(elsewhere, "utf8")).toBe("kept");
  expect(readFileSync(join(within, "report.csv"), "utf8")).toBe("a,b\n1,2\n");
  expect(await t.fails("downloads", "save", "9", to)).toMatchObject({ code: "not_found" });
  expect(await t.fails("downloads", "save", "1", join(t.folder, "no", "where"))).toMatchObject({ code: "not_found" });
});

test("downloads wait means the one under way, the one that just ended, or the next; each once", async () => {
  await using t = await fixture();
  const release = Promise.withResolvers<void>();
  const slow = () => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(5_000));
        await release.promise;
        controller.enqueue(new Uint8Array(3_000));
        controller.close();
      },
    });
    return new Response(body, { headers: { "content-disposition": "attachment; filename=slow.bin" } });
  };
  const state = await t.open(
    `${PAGE}<a href=/slow>Slow</a><button onclick="setTimeout(() => (location.href = '/report'), 300)">Later</button>`,
    { ...ROUTES, "/slow": slow },
  );
  expect(await t.events("click", indexOf(state, { name: "Slow" }))).toMatchObject([
    { text: "slow.bin started", state: "in_progress" },
  ]);
  expect(await t.fails("downloads", "wait", "--timeout", "300")).toMatchObject({ code: "timeout" });
  expect(await t.fails("downloads", "save", "1", t.folder)).toMatchObject({
    code: "not_found",
    hint: expect.stringContaining("svc downloads wait"),
  });
  release.resolve();
  expect(await t.svc("wait", "download")).toMatchObject({ name: "slow.bin", bytes: 8_000, state: "completed" });
  expect(await t.events("get", "title")).toEqual([]);
  await t.svc("click", indexOf(state, { name: "Report" }));
  await t.svc("click", indexOf(state, { name: "Later" }));
  // The one before was told with its own click: it is not what this means.
  expect(await t.svc("downloads", "wait")).toMatchObject({ n: 3, name: "report.csv" });
  expect(await t.fails("downloads", "wait", "--timeout", "200")).toMatchObject({ code: "timeout" });
});

test("a server that dies in the middle leaves a failed download, and an address that is one says so", async () => {
  await using t = await fixture();
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=half.bin\r\nContent-Length: 100000\r\n\r\n",
      );
      socket.write(Buffer.alloc(20_000), () => setTimeout(() => socket.destroy(), 100));
    });
  }).listen(0, "127.0.0.1");
  const { port } = server.address() as { port: number };
  try {
    await t.open(`<a href="http://127.0.0.1:${port}/">Half</a>`);
    await t.svc("click", "1");
    expect(await t.fails("downloads", "wait")).toMatchObject({
      code: "download",
      message: expect.stringContaining("half.bin failed"),
    });
    expect((await t.svc("downloads", "list")).downloads).toMatchObject([{ name: "half.bin", state: "failed" }]);
    expect(await t.fails("downloads", "save", "half.bin", t.folder)).toMatchObject({ code: "not_found" });
    const site = t.site("", ROUTES);
    expect(await t.fails("open", `${site}report`)).toMatchObject({
      code: "navigation",
      message: expect.stringContaining("it is a download"),
      hint: expect.stringContaining("svc downloads wait"),
    });
    expect(await t.svc("downloads", "wait")).toMatchObject({ name: "report.csv", state: "completed" });
  } finally {
    server.close();
  }
});

test("a name that a server or a page made up becomes a plain one in the folder", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<a href=/up>Up</a><a download="..\\..\\evil.txt" href="data:text/plain,x">Back</a><a download=".bashrc" href="data:text/plain,x">Hidden</a>`,
    { "/up": attached("x", "../../../etc/passwd") },
  );
  const folder = join(t.home, "downloads", "default");
  for (const name of ["Up", "Back", "Hidden"]) {
    await t.svc("click", indexOf(state, { name }));
    const { path } = await t.svc("downloads", "wait");
    expect(path.startsWith(`${folder}/`)).toBe(true);
    expect(path.slice(folder.length + 1)).not.toMatch(/^[.]|[/\\]/);
    expect(existsSync(path)).toBe(true);
  }
  expect(readdirSync(t.home).sort()).not.toContain("evil.txt");
});

test("safe file names", () => {
  for (const [from, to] of [
    ["report.csv", "report.csv"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["..", "download"],
    [".", "download"],
    ["", "download"],
    ["   ", "download"],
    [".htaccess", "htaccess"],
    ["a/", "download"],
    ["con", "_con"],
    ["NUL.txt", "_NUL.txt"],
    ["COM1.tar.gz", "_COM1.tar.gz"],
    ["console.log", "console.log"],
    ['a<b>c:"d|e?f*g', "a_b_c__d_e_f_g"],
    ["line\nbreak\u0000.txt", "line_break_.txt"],
    ["gpj.\u202Eexe", "gpj._exe"],
    ["trailing. . ", "trailing"],
    ["Grüße 東京 👩‍👧.pdf", "Grüße 東京 👩‍👧.pdf"],
    ["u\u0308.txt", "ü.txt"],
    ["\ud800x", "\ufffdx"],
  ])
    expect(safeFileName(from ?? "")).toBe(to ?? "");
  const long = safeFileName(`${"ü".repeat(500)}.tar.gz`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200);
  expect(long).toEndWith(".tar.gz");
  expect(Buffer.byteLength(safeFileName(`x.${"y".repeat(400)}`))).toBeLessThanOrEqual(200);
});
