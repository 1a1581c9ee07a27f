/** `svc upgrade` of a copy of the built executable, against releases served on this machine. */

import { afterAll, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { compile } from "../../scripts/release/compile.ts";
import { hostTarget } from "../../scripts/release/targets.ts";
import { linkOrCopy } from "../../src/setup/upgrade/replace.ts";
import { EXECUTABLE } from "../fixture.ts";
import { runProgram } from "../support/program.ts";
import { homeFixture, lives } from "./home-fixture.ts";
import { archiveName, InstallFixture, sha256 } from "./install/install-fixture.ts";

const fixture = new InstallFixture();
afterAll(() => fixture[Symbol.dispose]());

const VERSION: string = manifest.version;
const target = hostTarget();
const CURRENT = Bun.spawnSync([EXECUTABLE, "--version"]).stdout.toString().trim();

let folder = "";
const svc = () => join(folder, "svc");

/** A program that replaces svc and only prints its version. */
const program = (version: string) => `#!/bin/sh\necho "svc ${version} (0123456789) bun"\n`;

const publish = (version: string, content = program(version)) => fixture.publish(version, content, [target.name]);

beforeEach(async () => {
  fixture.newHome();
  fixture.answers = {};
  folder = join(fixture.home, "my bin ü");
  mkdirSync(folder);
  linkOrCopy(EXECUTABLE, svc());
  await publish("9.9.9");
});

interface Answer {
  exit: number;
  data: Record<string, unknown>;
  error: string;
  hint: string;
}

async function upgrade(args: string[], env: Record<string, string> = {}): Promise<Answer> {
  const { code: exit, stdout } = await runProgram([svc(), "upgrade", ...args, "--json"], {
    env: {
      HOME: fixture.home,
      SVC_HOME: join(fixture.home, ".svc"),
      SVC_INSTALL_BASE: fixture.base,
      SVC_INSTALL_KEY: fixture.publicKey,
      TMPDIR: join(fixture.root, "tmp"),
      ...env,
    },
  });
  return { exit, data: {}, error: "", hint: "", ...JSON.parse(stdout) };
}

const versionHere = (path = svc()) => Bun.spawnSync([path, "--version"]).stdout.toString().trim();

/** Checks that the upgrade failed and left this executable alone in its folder. */
function expectUntouched({ exit, error }: Answer, message: string): void {
  expect(error).toContain(message);
  expect(exit).not.toBe(0);
  expect(statSync(svc()).ino).toBe(statSync(EXECUTABLE).ino);
  expect(readdirSync(folder)).toEqual(["svc"]);
  expect(readdirSync(join(fixture.root, "tmp"))).toEqual([]);
}

test("--check reports a newer version and replaces nothing", async () => {
  const answer = await upgrade(["--check"]);
  expect(answer).toMatchObject({ exit: 0, data: { version: VERSION, latest: "9.9.9", newer: true } });
  expect(fixture.asked).toEqual(["/latest"]);
  fixture.answers["/latest"] = `${VERSION}\n`;
  expect((await upgrade(["--check"])).data).toEqual({ version: VERSION, latest: VERSION, newer: false });
  expect(statSync(svc()).ino).toBe(statSync(EXECUTABLE).ino);
});

test("upgrade installs the newest version, and --rollback returns to the previous one", async () => {
  // Left by an upgrade that was killed; no process has this PID.
  writeFileSync(join(folder, ".svc-new-2147483646-svc"), "");
  const { exit, data } = await upgrade([]);
  expect({ exit, data }).toEqual({
    exit: 0,
    data: { version: "9.9.9", replaced: VERSION, path: svc(), sessions: [] },
  });
  expect(versionHere()).toBe("svc 9.9.9 (0123456789) bun");
  expect(statSync(svc()).mode & 0o777).toBe(0o755);
  const previous = join(folder, ".svc-previous");
  expect(versionHere(previous)).toBe(CURRENT);
  expect(readdirSync(folder).sort()).toEqual([".svc-previous", "svc"]);
  // The test's program has no upgrade: the real one is put back, with the test's as its previous version.
  const other = readFileSync(svc());
  rmSync(svc());
  linkOrCopy(previous, svc());
  rmSync(previous);
  writeFileSync(previous, other, { mode: 0o755 });
  expect(await upgrade(["--rollback"])).toMatchObject({ exit: 0, data: { version: "9.9.9", replaced: VERSION } });
  expect(versionHere()).toBe("svc 9.9.9 (0123456789) bun");
  expect(versionHere(previous)).toBe(CURRENT);
});

test("upgrade does nothing for the newest version and installs an older one only with --to", async () => {
  fixture.answers["/latest"] = `${VERSION}\n`;
  expect((await upgrade([])).data).toEqual({ version: VERSION, latest: VERSION });
  await publish("0.0.9");
  expectUntouched(await upgrade([]), `the newest version of the releases, 0.0.9, is older than this one, ${VERSION}`);
  expect((await upgrade(["--to", "0.0.9"])).data).toMatchObject({ version: "0.0.9" });
  expect(versionHere()).toBe("svc 0.0.9 (0123456789) bun");
});

test("a build that is installed already keeps the version for --rollback", async () => {
  writeFileSync(join(folder, ".svc-previous"), program("0.0.9"), { mode: 0o755 });
  await publish(VERSION, `#!/bin/sh\necho "${CURRENT}"\n`);
  expect(await upgrade(["--to", VERSION])).toMatchObject({ exit: 0, data: { version: VERSION } });
  expect(statSync(svc()).ino).toBe(statSync(EXECUTABLE).ino);
  expect(await upgrade(["--rollback"])).toMatchObject({ exit: 0, data: { version: "0.0.9", replaced: VERSION } });
});

const archivePath = `/v9.9.9/${archiveName("9.9.9", target.name)}`;
const sumsPath = "/v9.9.9/SHA256SUMS";

test.each<[string, () => unknown, string[], string]>([
  ["a version that does not exist", () => {}, ["--to", "8.8.8"], "404"],
  ["an invalid version", () => {}, ["--to", "../9.9.9"], "'../9.9.9' is not a version"],
  ["two exclusive options", () => {}, ["--check", "--rollback"], "exclude each other"],
  ["a rollback without a previous version", () => {}, ["--rollback"], "there is no earlier version to return to"],
  ["a changed archive", () => (fixture.answers[archivePath] = "x"), [], "does not match its checksum"],
  ["a missing archive", () => delete fixture.answers[archivePath], [], "404"],
  ["bad checksums", () => (fixture.answers[sumsPath] += "\n"), [], "the signature is refused: it is not of this file"],
  ["a missing signature", () => delete fixture.answers[`${sumsPath}.minisig`], [], "404"],
  ["a page of HTML", () => (fixture.answers["/latest"] = "<html>"), [], "/latest does not contain a version"],
  ["a program that does not start", () => publish("9.9.9", "#!/bin/sh\nexit 3\n"), [], "does not start"],
  ["a program of another version", () => publish("9.9.9", program("6.6.6")), [], "contains svc 6.6.6"],
  ["a server that cannot be reached", () => {}, [], "cannot reach"],
])("refuses %s and leaves the old version", async (what, spoil, args, message) => {
  await spoil();
  const env = what === "a server that cannot be reached" ? { SVC_INSTALL_BASE: "http://127.0.0.1:9" } : {};
  expectUntouched(await upgrade(args, env as Record<string, string>), message);
});

test("refuses the checksums of another version even when they are signed", async () => {
  await publish("8.8.8");
  fixture.answers[sumsPath] = fixture.answers["/v8.8.8/SHA256SUMS"] ?? "";
  fixture.answers[`${sumsPath}.minisig`] = fixture.answers["/v8.8.8/SHA256SUMS.minisig"] ?? "";
  expectUntouched(await upgrade(["--to", "9.9.9"]), 'the signature is of "svc 8.8.8", not of svc 9.9.9');
});

test("refuses releases that are signed with a key other than the compiled-in one", async () => {
  const refused = await upgrade([], { SVC_INSTALL_KEY: "" });
  expectUntouched(refused, "it was made with another key (");
  expect(refused.hint).toContain("SVC_INSTALL_KEY");
  delete fixture.answers[`${sumsPath}.minisig`];
  expect((await upgrade([], { SVC_INSTALL_KEY: "none" })).data).toMatchObject({ version: "9.9.9" });
});

/** Writes the files of release 9.9.9 into a folder and returns the archive's path. */
function download(): string {
  const there = join(fixture.home, "Загрузки");
  mkdirSync(there, { recursive: true });
  for (const [path, content] of Object.entries(fixture.answers)) {
    if (path.startsWith("/v9.9.9/")) writeFileSync(join(there, path.split("/").at(-1) ?? ""), content as Uint8Array);
  }
  return join(there, archiveName("9.9.9", target.name));
}

test("--from installs from a file with checksums and signature beside it, without a network", async () => {
  const file = download();
  fixture.asked = [];
  expect(await upgrade(["--from", file], { SVC_INSTALL_BASE: "" })).toMatchObject({
    exit: 0,
    data: { version: "9.9.9" },
  });
  expect(versionHere()).toBe("svc 9.9.9 (0123456789) bun");
  expect(fixture.asked).toEqual([]);
});

test("--from refuses a file without valid checksums, signature and name", async () => {
  const file = download();
  writeFileSync(file, "x");
  expectUntouched(await upgrade(["--from", file]), "does not match its checksum");
  rmSync(join(file, "..", "SHA256SUMS.minisig"));
  const unsigned = await upgrade(["--from", file]);
  expectUntouched(unsigned, "there is no SHA256SUMS.minisig beside");
  expect(unsigned.hint).toContain("SVC_INSTALL_KEY=none");
  rmSync(join(file, "..", "SHA256SUMS"));
  expectUntouched(await upgrade(["--from", file]), "there is no SHA256SUMS beside");
  const other = join(file, "..", "svc-9.9.9-plan9-x64.tar.gz");
  writeFileSync(other, "x");
  expectUntouched(await upgrade(["--from", other]), "is not an archive that svc can install on");
  const gone = join(file, "..", "gone.tar.gz");
  expectUntouched(await upgrade(["--from", gone]), `there is no file ${gone}`);
});

test("an executable that npm installed is not replaced", async () => {
  folder = join(fixture.home, "node_modules", "svc-cli-linux-x64", "bin");
  mkdirSync(folder, { recursive: true });
  linkOrCopy(EXECUTABLE, svc());
  const { exit, error, hint } = await upgrade([]);
  expect({ exit, error, hint }).toEqual({
    exit: 2,
    error: `${svc()} was installed by npm`,
    hint: "Run `npm install --global svc-cli@latest` instead.",
  });
  expect(versionHere()).toBe(CURRENT);
});

test("a read-only folder and a missing install_base are reported", async () => {
  const shell = `mount --bind "${folder}" "${folder}" && mount -o remount,bind,ro "${folder}" && exec "$0" "$@"`;
  const isolated = ["unshare", "-rm", "sh", "-c", shell];
  if (Bun.spawnSync([...isolated, "true"]).exitCode === 0) {
    const env = { HOME: fixture.home, SVC_INSTALL_BASE: fixture.base, SVC_INSTALL_KEY: fixture.publicKey };
    const { code, stderr } = await runProgram([...isolated, svc(), "upgrade"], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("read-only")]);
  }
  const unset = await upgrade([], { SVC_INSTALL_BASE: "" });
  expectUntouched(unset, "the setting install_base is not set");
  expect(unset.hint).toContain("svc config set install_base");
});

test("upgrade restarts idle sessions and reports busy ones, and --keep-sessions leaves both", async () => {
  await using h = homeFixture();
  const path = join(fixture.home, "next", "svc");
  await compile({ target, commit: "thenextone", path });
  const name = archiveName(VERSION, target.name);
  const file = join(fixture.home, name);
  // Uncompressed, because compression would take most of the test's time.
  const archive = new Bun.Archive({ [`svc-${VERSION}-${target.name}/svc`]: readFileSync(path) });
  writeFileSync(file, await archive.bytes());
  fixture.publishSums(VERSION, `${sha256(readFileSync(file))}  ${name}\n`);
  for (const one of ["SHA256SUMS", "SHA256SUMS.minisig"]) {
    writeFileSync(join(fixture.home, one), fixture.answers[`/v${VERSION}/${one}`] as string);
  }

  await h.run("open", "about:blank");
  await h.run("--session", "busy", "open", "about:blank");
  const { pid, build } = h.state();
  const waiting = h.json("--session", "busy", "wait", "function", "(window.asked = true, window.done === true)");
  await h.run("--session", "busy", "wait", "function", "window.asked === true");

  const profileSync = join(h.home, "bin", "profile-sync");
  mkdirSync(join(h.home, "bin"), { recursive: true });
  writeFileSync(profileSync, "of the earlier version");
  const env = { SVC_HOME: h.home };
  expect((await upgrade(["--from", file, "--keep-sessions"], env)).data).toMatchObject({ sessions: [] });
  expect(lives(pid)).toBe(true);
  rmSync(svc());
  linkOrCopy(EXECUTABLE, svc());
  const { data: answer } = await upgrade(["--from", file], env);
  expect((answer.sessions as string[]).sort()).toEqual([
    `session 'busy' keeps build ${build}: a command is running; run \`svc close --session busy\` to end it`,
    expect.stringMatching(/^session 'default' was restarted/),
  ]);
  expect(versionHere()).toContain("(thenextone)");
  expect(versionHere(profileSync)).toContain("thenextone");
  expect(lives(pid)).toBe(false);
  expect(h.state()).toMatchObject({ phase: "running", build: `${VERSION}+thenextone` });
  await h.run("--session", "busy", "eval", "window.done = true");
  expect(await waiting).toMatchObject({ success: true });
  // The older client reports a conflict with the session of the newer daemon.
  expect(await h.json("get", "title")).toMatchObject({ success: false, code: "conflict" });
  expect(existsSync(join(folder, ".svc-previous"))).toBe(true);
}, 120_000);
