/** Recordings: playable files with the right pictures at the right times, also after a killed server. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openStaged, StageWriter } from "../../../src/platform/live/stream/staged.ts";
import { chunkOf, keyFrame } from "../../../src/platform/live/stream/vp8.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { serverHome, serverProcess } from "../process.ts";
import { served } from "../served.ts";
import { played, recorded } from "./recordings.ts";
import { client, colour, filled, isLike, tab, viewer } from "./viewing.ts";

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const GREEN = [0, 128, 0];
const BLACK = [0, 0, 0];

test("plays a recording with the pictures of the shown tab in their order", async () => {
  await using p = await served();
  const made = await p.browser({ enableRecording: true, browserScreenWidth: 800, browserScreenHeight: 600 });
  const connection = await client(made.cdpUrl);
  const first = await tab(connection, filled("red"));
  await first.session.send("Emulation.setDeviceMetricsOverride", {
    width: 800,
    height: 600,
    deviceScaleFactor: 1,
    mobile: false,
  });
  // A viewer sees what is recorded.
  const watching = await viewer(made.liveUrl);
  const shows = (meant: number[], width: number) =>
    until(async () => {
      const last = watching.pictures.at(-1);
      return last?.width === width && isLike(await colour(last.jpeg), meant);
    }, `a picture of ${meant}, ${width} wide`);
  await shows(RED, 800);
  // Long enough to be found among the samples of the video.
  await Bun.sleep(700);
  const blue = await tab(connection, filled("blue"));
  await blue.session.send("Emulation.setDeviceMetricsOverride", {
    width: 300,
    height: 600,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await shows(BLUE, 300);
  await Bun.sleep(700);
  await blue.evaluate("document.body.style.background = 'green'");
  await shows(GREEN, 300);
  expect(await p.call("PATCH", `/v3/browsers/${made.id}`, { action: "stop" })).toMatchObject({ status: 200 });
  const video = await played(p, await recorded(p, made.id), 0.1);
  expect(video).toMatchObject({ width: 800, height: 600 });
  const places = (meant: number[]) => video.seen.flatMap(({ middle }, n) => (isLike(middle, meant) ? [n] : []));
  const [red, blues, green] = [places(RED), places(BLUE), places(GREEN)];
  // A new tab shows nothing at first.
  expect(red.at(-1)).toBeLessThan(blues[0] ?? 0);
  expect(blues.at(-1)).toBeLessThan(green[0] ?? 0);
  expect(green.at(-1)).toBe(video.seen.length - 1);
  // A page of another shape gets bars.
  expect(isLike(video.seen[blues.at(-1) ?? 0]?.handler ?? [], BLACK)).toBe(true);
  expect(readdirSync(join(p.home, "server", "recordings"))).toEqual([]);
  connection.close();
});

test("creates no recording without the option", async () => {
  await using p = await served();
  const project = await p.server.keys.project();
  const { id, cdpUrl } = await p.browser();
  const connection = await client(cdpUrl);
  await tab(connection, filled("red"));
  await p.call("PATCH", `/v3/browsers/${id}`, { action: "stop" });
  expect(await p.server.platform.browsers.get(project, id)).toMatchObject({ status: "stopped", recording: null });
  expect(readdirSync(join(p.home, "server", "recordings"))).toEqual([]);
  connection.close();
});

test("stores the recording of a browser that dies, without disturbing a viewer", async () => {
  await using p = await served();
  const made = await p.browser({ enableRecording: true });
  const connection = await client(made.cdpUrl);
  await tab(connection, filled("red"));
  const one = await viewer(made.liveUrl);
  await until(() => one.pictures[0]);
  await until(() => existsSync(join(p.home, "server", "recordings", made.id, "frames")));
  const running = p.server.platform.fleet.get(made.id);
  process.kill(running?.started.launched.process.pid ?? 0, "SIGKILL");
  expect((await one.closed).code).toBe(4000);
  expect(one.heard.at(-1)).toEqual({ t: "ended", reason: "died" });
  const video = await played(p, await recorded(p, made.id), 0.25);
  expect(isLike(video.seen.at(-1)?.middle ?? [], RED)).toBe(true);
  connection.close();
});

test("finishes the recordings of a killed server at the next start", async () => {
  using home = serverHome();
  await using server = await serverProcess(home.path);
  const { id, cdpUrl, liveUrl } = (await server.call("POST", "/v3/browsers", { enableRecording: true })).body;
  const connection = await client(cdpUrl);
  const red = await tab(connection, filled("red"));
  const watching = await viewer(liveUrl);
  await until(async () => {
    const last = watching.pictures.at(-1);
    return last && isLike(await colour(last.jpeg), RED);
  }, "a red picture");
  const stage = join(home.path, "server", "recordings", id, "frames");
  // What is painted from now on is red; a picture or two of before may still be on their way to the file.
  for (const text of ["one", "two", "three"]) {
    const bytes = existsSync(stage) ? statSync(stage).size : 0;
    await red.evaluate(`document.body.append("${text}")`);
    await until(() => existsSync(stage) && statSync(stage).size > bytes);
  }
  await server.end("SIGKILL");
  connection.close();

  await using p = await served({ home: home.path });
  const video = await played(p, await recorded(p, id), 0.25);
  expect(video).toMatchObject({ width: 1280, height: 720 });
  expect(isLike(video.seen.at(-1)?.middle ?? [], RED)).toBe(true);
  await until(() => !existsSync(join(home.path, "server", "recordings", id)));
});

test("reads all complete pictures of a truncated file", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "frames");
  const writer = await StageWriter.open(path, { width: 640, height: 480 });
  for (const [n, ms] of [1000, 1200, 1500].entries()) await writer.add(ms, new Uint8Array(100).fill(n));
  await writer.close();
  const whole = await Bun.file(path).bytes();
  for (const [length, count] of [
    [whole.length, 3],
    [whole.length - 1, 2],
    [whole.length - 112, 2],
    [60, 0],
    [8, 0],
  ] as const) {
    await Bun.write(path, whole.subarray(0, length));
    const staged = await openStaged(path);
    const times: number[] = [];
    for await (const { atMs } of staged?.pictures() ?? []) times.push(atMs);
    await staged?.close();
    expect(staged?.size).toEqual({ width: 640, height: 480 });
    expect(times).toEqual([0, 200, 500].slice(0, count));
  }
  for (const head of ["", "short", "something else altogether"]) {
    await Bun.write(path, head);
    expect(await openStaged(path)).toBeUndefined();
  }
});

test("encodes a picture as a VP8 key frame of the requested size", async () => {
  const bitmap = Buffer.alloc(54 + 4);
  bitmap.write("BM");
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
    [26, 1 | (24 << 16)],
  ] as const)
    bitmap.writeUInt32LE(value, at);
  for (const [width, height] of [
    [640, 360],
    [31, 77],
  ] as const) {
    const jpeg = new Uint8Array(await new Bun.Image(bitmap).resize(640, 360).jpeg().bytes());
    const frame = Buffer.from(await keyFrame(jpeg, { width, height }));
    // RFC 6386, 9.1: a key frame has bit 0 clear, a start code, and its size in 14 bits each.
    expect((frame[0] ?? 1) & 1).toBe(0);
    expect(frame.subarray(3, 6).toString("hex")).toBe("9d012a");
    expect([frame.readUInt16LE(6) & 0x3fff, frame.readUInt16LE(8) & 0x3fff]).toEqual([width, height]);
  }
  expect(() => chunkOf(new Uint8Array(30))).toThrow("not a lossy WebP");
});
