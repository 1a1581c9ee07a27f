/** Folders of ours, on a machine that others use, too. */

import { expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../src/lib/atomic-file.ts";
import { fixture } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test("a folder of ours is for its owner alone; one that all users share is refused, and stays open", async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  expect(modeOf(privateFolder(folder.path))).toBe(0o700);
  expect(modeOf(privateFolder(join(folder.path, "new", "below")))).toBe(0o700);
  chmodSync(folder.path, 0o1777);
  expect(() => privateFolder(folder.path)).toThrow("all users share");
  expect(modeOf(folder.path)).toBe(0o1777);
});

test("a home that all users share is refused before anything is done there", async () => {
  await using t = await fixture();
  chmodSync(t.home, 0o1777);
  expect(await t.fails("config", "set", "serve_port", "8788")).toMatchObject({
    code: "io",
    hint: expect.stringContaining("SVC_HOME"),
  });
  expect(modeOf(t.home)).toBe(0o1777);
  chmodSync(t.home, 0o700);
});
