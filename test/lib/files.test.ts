/** The folders of svc on a machine with other users. */

import { expect, test } from "bun:test";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { privateFolder } from "../../src/lib/atomic-file.ts";
import { fixture } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test("makes its own folder private, and refuses a shared one without changing it", async () => {
  using folder = temporaryFolder();
  chmodSync(folder.path, 0o755);
  expect(modeOf(privateFolder(folder.path))).toBe(0o700);
  expect(modeOf(privateFolder(join(folder.path, "new", "below")))).toBe(0o700);
  chmodSync(folder.path, 0o1777);
  expect(() => privateFolder(folder.path)).toThrow("all users share");
  expect(modeOf(folder.path)).toBe(0o1777);
});

test("refuses a shared home folder before writing to it", async () => {
  await using t = await fixture();
  chmodSync(t.home, 0o1777);
  expect(await t.fails("config", "set", "serve_port", "8788")).toMatchObject({
    code: "io",
    hint: expect.stringContaining("SVC_HOME"),
  });
  expect(modeOf(t.home)).toBe(0o1777);
  chmodSync(t.home, 0o700);
});
