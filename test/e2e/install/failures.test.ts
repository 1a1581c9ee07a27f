/** install.sh when something fails: the installed version keeps working and no files of the attempt remain. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorLines, HAS_MINISIGN, InstallFixture, program, type Run, SCRIPT, sha256 } from "./install-fixture.ts";

const fixture = new InstallFixture();
const install = fixture.install.bind(fixture);
const ARCHIVE = "/v1.2.3/svc-1.2.3-linux-x64.tar.gz";
const SUMS = "/v1.2.3/SHA256SUMS";

beforeEach(async () => {
  fixture.newHome();
  fixture.answers = {};
  await fixture.publish("1.2.3");
});
afterAll(() => fixture[Symbol.dispose]());

/** Installs an older version, then runs the attempt, which must fail with the message and keep the older version. */
async function expectOldKept(attempt: () => Promise<Run>, message: string): Promise<void> {
  mkdirSync(dirname(fixture.installed), { recursive: true });
  writeFileSync(fixture.installed, program("0.9.0"), { mode: 0o755 });
  const { code, out, err } = await attempt();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(errorLines(err)).toEqual([expect.stringContaining(message)]);
  expect(Bun.spawnSync([fixture.installed, "--version"]).stdout.toString()).toBe("svc 0.9.0\n");
  expect(readdirSync(dirname(fixture.installed))).toEqual(["svc"]);
  expect(readdirSync(join(fixture.root, "tmp"))).toEqual([]);
}

/** Sends the bytes, then closes the connection or stalls. `length` is the Content-Length, in bytes. */
function broken(bytes: Uint8Array, end: "close" | "stall", length?: number): () => Response {
  return () => {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(bytes);
        if (end === "stall") await new Promise(() => {});
        controller.close();
      },
    });
    return new Response(body, length === undefined ? {} : { headers: { "content-length": `${length}` } });
  };
}

const whole = () => fixture.answers[ARCHIVE] as Uint8Array;

const SPOILED: [what: string, spoil: () => void, message: string][] = [
  [
    "a changed archive",
    () => {
      const changed = Uint8Array.from(whole());
      changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
      fixture.answers[ARCHIVE] = changed;
    },
    "nothing was installed",
  ],
  [
    "a truncated archive",
    () => {
      fixture.answers[ARCHIVE] = whole().slice(0, 100);
    },
    "nothing was installed",
  ],
  [
    "a connection that closes early",
    () => {
      fixture.answers[ARCHIVE] = broken(whole().slice(0, 100), "close", whole().length);
    },
    ARCHIVE,
  ],
  [
    "a missing archive",
    () => {
      delete fixture.answers[ARCHIVE];
    },
    `cannot download ${fixture.base}${ARCHIVE}: `,
  ],
  [
    "missing checksums",
    () => {
      delete fixture.answers[SUMS];
    },
    `cannot download ${fixture.base}${SUMS}: `,
  ],
  [
    "a server without a release",
    () => {
      fixture.answers = {};
    },
    `cannot download ${fixture.base}/latest: `,
  ],
  [
    "an HTML page instead of the version",
    () => {
      fixture.answers["/latest"] = "<html>Welcome to the hotel</html>";
    },
    "is not a version: nothing was installed",
  ],
  [
    "checksums without the archive",
    () => fixture.publishSums("1.2.3", `${sha256("x")}  svc-1.2.3-linux-x64-musl.tar.gz\n`),
    "has no entry for svc-1.2.3-linux-x64.tar.gz: nothing was installed",
  ],
  [
    "a file that is not an archive",
    () => {
      fixture.answers[ARCHIVE] = "no archive";
      fixture.publishSums("1.2.3", `${sha256("no archive")}  svc-1.2.3-linux-x64.tar.gz\n`);
    },
    "cannot unpack",
  ],
];

test.each(SPOILED)("refuses %s and keeps the old version", async (_what, spoil, message) => {
  spoil();
  await expectOldKept(() => install([]), message);
});

test.each(SPOILED)("refuses %s and leaves nothing behind", async (_what, spoil, message) => {
  spoil();
  fixture.expectRefusal(await install([]), message);
});

test("a stalled download fails after the timeout, and a slow one succeeds", async () => {
  const bytes = whole();
  fixture.answers[ARCHIVE] = broken(bytes.slice(0, 100), "stall", bytes.length);
  const env = { SVC_INSTALL_TIMEOUT: "1" };
  await expectOldKept(() => install([], { env }), `cannot download ${fixture.base}${ARCHIVE}: `);
  fixture.answers[ARCHIVE] = () => {
    let at = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(100);
        controller.enqueue(bytes.slice(at, at + 40));
        at += 40;
        if (at >= bytes.length) controller.close();
      },
    });
    return new Response(body);
  };
  expect((await install([], { env })).code).toBe(0);
});

test.skipIf(!HAS_MINISIGN)("refuses a wrong or missing signature and one of another key", async () => {
  const signed = fixture.answers[`${SUMS}.minisig`] as string;
  fixture.answers[SUMS] = `${fixture.answers[SUMS]}\n`;
  await expectOldKept(() => install([]), "the signature of");
  expect(fixture.asked).not.toContain(ARCHIVE);
  await fixture.publish("1.2.3");
  delete fixture.answers[`${SUMS}.minisig`];
  await expectOldKept(() => install([]), `cannot download ${fixture.base}${SUMS}.minisig: `);
  fixture.answers[`${SUMS}.minisig`] = signed;
  // The key in the script is a different one.
  await expectOldKept(
    () => install([], { env: { SVC_INSTALL_KEY: undefined } }),
    `${fixture.base}${SUMS} is signed with another key than RW`,
  );
  const unsigned = await install([], { env: { SVC_INSTALL_KEY: "none" } });
  expect(unsigned.code).toBe(0);
});

test("without minisign it prints a note and checks the checksum only", async () => {
  delete fixture.answers[`${SUMS}.minisig`];
  const { code, err } = await install([], { env: { PATH: fixture.pathWithout("minisign") } });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("the signature is not") });
});

test("release.pub, install.sh and install.ps1 contain the same key", () => {
  const line = readFileSync("release.pub", "utf8").trim().split("\n").at(-1);
  expect(readFileSync(SCRIPT, "utf8")).toContain(`\nRELEASE_KEY=${line}\n`);
  const powershell = readFileSync("install.ps1", "utf8");
  expect(powershell).toContain(`  $releaseKey = '${line}'\n`);
  // Windows PowerShell reads a file without a byte order mark in the code page of the machine.
  expect(powershell).toMatch(/^[\n\x20-\x7e]+$/);
});

test("reports a full disk at the target and in the temporary folder", async () => {
  const dir = join(fixture.root, "full");
  mkdirSync(dir, { recursive: true });
  const shell = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=16k none "${dir}" && exec sh "$@"`, "sh"];
  if (Bun.spawnSync([...shell.slice(0, -2), "true"]).exitCode !== 0) return;
  const large = `${program("1.2.3")}# ${Array.from({ length: 60_000 }, () => Math.random().toString(36).at(-1)).join("")}\n`;
  await fixture.publish("1.2.3", large);
  const { code, err } = await install(["--dir", dir], { shell });
  expect({ code, err: errorLines(err) }).toEqual({ code: 1, err: [expect.stringContaining("cannot write to ")] });
  fixture.expectRefusal(await install([], { shell, env: { TMPDIR: dir } }), "cannot download");
});

test("reports a read-only target folder", async () => {
  const dir = join(fixture.home, "read-only");
  const shell = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o ro none "${dir}" && exec sh "$@"`, "sh"];
  mkdirSync(dir);
  if (Bun.spawnSync([...shell.slice(0, -2), "true"]).exitCode !== 0) return;
  const { code, err } = await install(["--dir", dir], { shell });
  expect({ code, err: errorLines(err) }).toEqual({
    code: 1,
    err: [expect.stringMatching(/cannot write to .*ead-only/)],
  });
});

test("downloads with wget, also BusyBox's, where curl is missing", async () => {
  for (const wget of [Bun.which("wget"), Bun.which("busybox")]) {
    if (!wget) continue;
    const PATH = fixture.pathWithout("curl", "wget");
    symlinkSync(wget, join(PATH.split(":").at(-1) ?? "", "wget"));
    fixture.newHome();
    await fixture.publish("1.2.3");
    expect(await install([], { env: { PATH } })).toMatchObject({ code: 0 });
    expect(readFileSync(fixture.installed, "utf8")).toBe(program("1.2.3"));
    delete fixture.answers[ARCHIVE];
    await expectOldKept(() => install([], { env: { PATH } }), `cannot download ${fixture.base}${ARCHIVE}: `);
  }
});

test("reports missing programs for download and checksum", async () => {
  const without = (...names: string[]) => install([], { env: { PATH: fixture.pathWithout(...names) } });
  fixture.expectRefusal(await without("curl", "wget"), "neither curl nor wget");
  fixture.expectRefusal(await without("sha256sum", "shasum"), "neither sha256sum nor shasum");
});

test("refuses a program that does not start and keeps the old version", async () => {
  await fixture.publish("1.2.3", "#!/bin/sh\nexit 1\n");
  await expectOldKept(() => install([]), "svc does not start on this machine: nothing was installed");
});

test("accepts checksum files with binary mode, upper case and CRLF", async () => {
  fixture.publishSums("1.2.3", `${sha256(whole()).toUpperCase()} *svc-1.2.3-linux-x64.tar.gz\r\n`);
  expect((await install([])).code).toBe(0);
});

test("a truncated script does nothing", async () => {
  const text = readFileSync(SCRIPT, "utf8");
  const ends = Array.from({ length: 40 }, (_, n) => Math.floor((text.length * n) / 40));
  // The most dangerous places: just before and within the last lines, which start the installation.
  const start = text.indexOf('\nmain "$@"');
  ends.push(start + 1, start + 5, text.lastIndexOf("exit"), text.lastIndexOf("}"));
  for (const end of ends) {
    const { out } = await install([], { piped: text.slice(0, end) });
    const found = { end, out, home: readdirSync(fixture.home), asked: fixture.asked };
    expect(found).toEqual({ end, out: "", home: [], asked: [] });
  }
});

test("replaces a program while it runs", async () => {
  mkdirSync(dirname(fixture.installed), { recursive: true });
  copyFileSync(process.execPath, fixture.installed);
  chmodSync(fixture.installed, 0o755);
  await using running = Bun.spawn([fixture.installed, "-e", "console.log(1); await Bun.stdin.text()"], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await running.stdout.getReader().read();
  expect((await install([])).code).toBe(0);
  expect(running.exitCode).toBe(null);
  expect(readFileSync(fixture.installed, "utf8")).toBe(program("1.2.3"));
});

test("replaces a symbolic link and keeps its target", async () => {
  const elsewhere = join(fixture.home, "elsewhere");
  writeFileSync(elsewhere, "mine");
  mkdirSync(dirname(fixture.installed), { recursive: true });
  symlinkSync(elsewhere, fixture.installed);
  expect((await install([])).code).toBe(0);
  expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  expect(statSync(fixture.installed).isFile()).toBe(true);
});

test("refuses to install over a folder", async () => {
  mkdirSync(fixture.installed, { recursive: true });
  const { code, err } = await install([]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${fixture.installed} is a folder`) });
  expect(readdirSync(fixture.installed)).toEqual([]);
});
