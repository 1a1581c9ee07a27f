/** What the system refuses is a documented failure with a hint: another user's home, a full disk, a read-only one, long names. */

import { afterAll, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Data, EXECUTABLE, execute } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { runProgram } from "../support/program.ts";
import { house } from "./home-fixture.ts";

const isRoot = process.getuid?.() === 0;

/** `nobody`, where a root can become it, and may then run the executable. */
const AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
const canBeNobody = isRoot && Bun.spawnSync([...AS_NOBODY, EXECUTABLE, "--version"]).success;

const mounts: string[] = [];
afterAll(() => {
  for (const folder of mounts) Bun.spawnSync(["umount", "-l", folder]);
});

/** A small file system of its own below that folder; undefined where none can be mounted. */
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

/** Runs a line of JSON, as another user where that is asked for. */
async function json(argv: string[], env: Record<string, string | undefined>, as: string[] = []): Promise<Data> {
  const { code, stdout, stderr } = await runProgram([...as, EXECUTABLE, "--json", ...argv], { env });
  expect(stderr).not.toMatch(/^\s+at /m);
  return { ...JSON.parse(stdout), exit: code };
}

const OWN_HOME = "Set SVC_HOME to a folder that you can write to.";

test.skipIf(isRoot && !canBeNobody)(
  "another user's home is refused by every command, reading ones included",
  async () => {
    await using h = house();
    await h.run("config", "set", "idle_timeout", "1h");
    // A root reads every folder: it becomes somebody else. Others lock themselves out.
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

test.skipIf(!canMount)("a full disk fails what must write, and ends nothing that runs", async () => {
  await using h = house();
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

test.skipIf(!canMount)("a read-only file system is told as one, and never answered with chmod", async () => {
  await using h = house();
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

test("names that are too long for a file system are told as that", async () => {
  await using h = house();
  await h.run("open", "data:text/html,<title>t</title>");
  const long = "x".repeat(300);
  const told = {
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
    expect([line[0], await h.json(...line)]).toEqual([line[0], expect.objectContaining(told)]);
  const home = await execute(["open", "about:blank"], { ...h.env, SVC_HOME: `/${long}` });
  expect(home).toMatchObject({ code: 1, stdout: "" });
  expect(home.stderr).toContain(OWN_HOME);
});

test("doctor does its work without a temporary folder that can be written", async () => {
  await using h = house({ TMPDIR: "/proc/none" });
  const { checks } = (await h.json("doctor")).data;
  expect(checks.find(({ name }: Data) => name === "start")).toMatchObject({ status: "ok" });
  expect(existsSync(h.home)).toBe(true);
});
