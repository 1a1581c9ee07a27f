/** The end of a run in the output, however the pipe splits it. */
import { expect, test } from "bun:test";
import { OutputStream } from "../../src/python/output-stream.ts";

const MARK = "\0abc-def";

test("passes output up to the end mark and keeps the rest for the next run", async () => {
  const bytes = Buffer.from(`é\0a\0abc-de😀${MARK}later\n`);
  for (let size = 1; size <= bytes.length; size++) {
    const printed = new OutputStream();
    let seen = "";
    const ended = printed.follow(MARK, (text) => {
      seen += text;
    });
    for (let at = 0; at < bytes.length; at += size) printed.feed(bytes.subarray(at, at + size));
    await ended;
    expect([size, seen]).toEqual([size, "é\0a\0abc-de😀"]);
    let next = "";
    const over = printed.follow(MARK, (text) => {
      next += text;
    });
    printed.feed(Buffer.from(MARK));
    await over;
    expect(next).toBe("later\n");
  }
});

test("keeps the end of output between runs", async () => {
  const printed = new OutputStream();
  for (let n = 0; n < 30; n++) printed.feed(Buffer.from(String(n % 10).repeat(10_000)));
  let seen = "";
  const ended = printed.follow(MARK, (text) => {
    seen += text;
  });
  printed.leave();
  await ended;
  expect(seen.length).toBe(64_000);
  expect(seen).toEndWith("9".repeat(10_000));
});
