/** A window without a display: on a virtual screen that ends with its session. */

import { expect, test } from "bun:test";
import { connect } from "node:net";
import { dirname } from "node:path";
import { EXECUTABLE } from "../fixture.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, processesWith } from "./home-fixture.ts";

const HAS_XVFB = process.platform === "linux" && Bun.which("Xvfb") !== null;
const NO_DISPLAY = { DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

const screens = (h: HomeFixture) => processesWith(h.home).filter((line) => line.includes("-displayfd"));

test.skipIf(!HAS_XVFB)(
  "--headed without a display starts a virtual screen, reports it, and ends it with the session",
  async () => {
    await using h = homeFixture(NO_DISPLAY);
    const opened = await h.json("--headed", "open", "data:text/html,<title>shown</title>");
    const text = opened.events.find(({ kind }: { kind: string }) => kind === "session").text;
    expect(text).toMatch(/^no display: the window is on a virtual screen \(Xvfb :\d+\), which ends with the session$/);
    expect((await h.json("eval", "outerHeight > innerHeight")).data.result).toBe(true);
    expect(screens(h).length).toBeGreaterThan(0);
    expect(await answerWithoutKey(/:(\d+)/.exec(text)?.[1] ?? "")).toBe(REFUSED);
    await h.json("close");
    expect(screens(h)).toEqual([]);
  },
);

test.skipIf(!HAS_XVFB)("kill -9 of the daemon ends the virtual screen", async () => {
  await using h = homeFixture(NO_DISPLAY);
  await h.json("--headed", "open", "about:blank");
  process.kill(h.state().pid, "SIGKILL");
  await until(() => screens(h).length === 0, "the screen is gone");
});

test("--headed without Xvfb fails with the name of the package", async () => {
  await using h = homeFixture({ ...NO_DISPLAY, PATH: dirname(EXECUTABLE) });
  expect(await h.json("--headed", "open", "about:blank")).toMatchObject({
    code: "launch",
    exit: 6,
    error: "this machine has no display, and Xvfb is not installed",
    hint: expect.stringContaining("sudo apt-get install -y xvfb"),
  });
});

/** First byte of the X server's answer to a client without a key. */
const REFUSED = 0;

function answerWithoutKey(display: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const hello = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // The abstract name: the file of the same name is removed by an Xvfb in another network namespace.
    const socket = connect(`\0/tmp/.X11-unix/X${display}`, () => socket.write(hello));
    socket.once("data", (chunk) => {
      resolve(Buffer.from(chunk)[0]);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
