/** System errors become documented failures with a hint: another user's home, a full or read-only disk, long names. */

import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Data, EXECUTABLE, execute } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { runProgram } from "../support/program.ts";
import { homeFixture } from "./home-fixture.ts";

const isRoot = process.getuid?.() === 0;

/** Runs a program as `nobody`, which needs root. */
const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
const canBeNobody = isRoot && Bun.spawnSync([...AS_NOBODY, EXECUTABLE, "--version"]).success;

const mounts: string[] = [];
afterAll(() => {
  for (const folder of mounts) Bun.spawnSync(["umount", "-l", folder]);
});

/** Mounts a small file system at the folder; undefined where mounting is not possible. */
function disk(folder: string, options: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  if (!isRoot || !Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `${options},mode=700`, "tmpfs", folder]).success)
    return undefined;
  mounts.push(folder);
  return folder;
}

const canMount = (() => {
  using folder = temporaryFolder();
  const isMounted = disk(folder.path, "size=64k") !== undefined;
  Bun.spawnSync(["umount", folder.path]);
  return isMounted;
})();

function fill(folder: string): void {
  Bun.spawnSync(["dd", "if=/dev/zero", `of=${join(folder, "filler")}`, "bs=1k"], { stderr: "ignore" });
}

/** Runs a command line with --json, as another user if asked for. */
async function json(argv: string[], env: Record<string, string | undefined>, as: string[] = []): Promise<Data> {
  const { code, stdout, stderr } = await runProgram([...as, EXECUTABLE, "--json", ...argv], { env });
  expect(stderr).not.toMatch(/^\s+at /m);
  return { ...JSON.parse(stdout), exit: code };
}

const OWN_HOME = "Set SVC_HOME to a folder that you can write to.";

test.skipIf(isRoot && !canBeNobody)(
  "every command refuses another user's home, also commands that only read",
  async () => {
    await using h = homeFixture();
    await h.run("config", "set", "idle_timeout", "1h");
    // Root can read every folder, so it becomes another user. Others lock the folder for themselves.
    if (!isRoot) chmodSync(h.home, 0);
    const env = { ...h.env, HOME: join(h.home, "..", "nowhere") };
    for (const line of [
      "close",
      "close --all",
      "sessions",
      "config get idle_timeout",
      "config list",
      "open about:blank",
      "log",
    ])
      expect([line, await json(line.split(" "), env, isRoot ? AS_NOBODY : [])]).toEqual([
        line,
        expect.objectContaining({
          success: false,
          code: "io",
          exit: 1,
          error: expect.stringContaining("permission denied"),
          hint: OWN_HOME,
        }),
      ]);
    chmodSync(h.home, 0o700);
  },
);

test.skipIf(!canMount)("a full disk fails the commands that write and ends no session", async () => {
  await using h = homeFixture();
  const folder = disk(h.home, "size=60m") ?? "";
  await h.run("open", "data:text/html,<title>kept</title>");
  fill(folder);
  const full = {
    success: false,
    code: "io",
    exit: 1,
    error: expect.stringContaining("the disk is full"),
    hint: expect.any(String),
  };
  for (const line of [
    ["screenshot", join(folder, "x.png")],
    ["storage", "save", join(folder, "x.json")],
    ["config", "set", "idle_timeout", "1h"],
    ["--session", "other", "open", "about:blank"],
    ["init", "-t", "shell", "-o", folder],
  ])
    expect([line, await h.json(...line)]).toEqual([line, expect.objectContaining(full)]);
  expect((await h.json("get", "title")).data).toEqual({ title: "kept" });
  expect((await h.json("close")).data).toMatchObject({ closed: 1 });
  expect((await h.json("sessions")).data.sessions).toEqual([]);
  Bun.spawnSync(["umount", "-l", folder]);
});

test.skipIf(!canMount)("a read-only file system is reported without a hint to chmod", async () => {
  await using h = homeFixture();
  const folder = disk(h.home, "size=1m") ?? "";
  await h.run("config", "set", "idle_timeout", "1h");
  Bun.spawnSync(["mount", "-o", "remount,ro", folder]);
  const refused = {
    code: "io",
    exit: 1,
    error: expect.stringContaining("the file system is read-only"),
    hint: OWN_HOME,
  };
  for (const line of ["open about:blank", "config set idle_timeout 2h", "state"])
    expect([line, await h.json(...line.split(" "))]).toEqual([line, expect.objectContaining(refused)]);
  for (const line of ["close", "sessions", "config get idle_timeout"])
    expect([line, (await h.json(...line.split(" "))).success]).toEqual([line, true]);
  const { stdout, stderr } = await h.run("doctor");
  expect(stdout + stderr).toContain("export SVC_HOME=<a folder that you can write>");
  expect(stdout + stderr).not.toContain("chmod");
  Bun.spawnSync(["umount", "-l", folder]);
});

test("a name that is too long for the file system is reported", async () => {
  await using h = homeFixture();
  await h.run("open", "data:text/html,<title>t</title>");
  const long = "x".repeat(300);
  const tooLong = {
    success: false,
    code: "io",
    exit: 1,
    error: expect.stringContaining("the name is too long"),
    hint: expect.stringContaining("shorter path"),
  };
  for (const line of [
    ["screenshot", `${long}.png`],
    ["storage", "save", long],
    ["storage", "load", long],
    ["cookies", "export", long],
    ["cookies", "import", long],
    ["python", "--file", long],
    ["eval", "--file", long],
    ["batch", long],
    ["init", "-t", "shell", "-o", long],
    ["config", "set", "file_root", long],
  ])
    expect([line[0], await h.json(...line)]).toEqual([line[0], expect.objectContaining(tooLong)]);
  const home = await execute(["open", "about:blank"], { ...h.env, SVC_HOME: `/${long}` });
  expect(home).toMatchObject({ code: 1, stdout: "" });
  expect(home.stderr).toContain(OWN_HOME);
});

test("a missing file or folder has a hint", async () => {
  await using h = homeFixture();
  const missing = join(h.home, "..", "gone", "file");
  const failure = { code: "not_found", exit: 3, hint: "Check the path; missing folders are not created." };
  for (const line of [
    ["batch", missing],
    ["storage", "load", missing],
    ["eval", "--file", missing],
    ["open", "about:blank", "--http-credentials", missing],
  ])
    expect([line[0], await h.json(...line)]).toEqual([line[0], expect.objectContaining(failure)]);
});

test("doctor works without a writable temporary folder", async () => {
  await using h = homeFixture({ TMPDIR: "/proc/none" });
  const { checks } = (await h.json("doctor")).data;
  expect(checks.find(({ name }: Data) => name === "start")).toMatchObject({ status: "ok" });
  expect(existsSync(h.home)).toBe(true);
});
