/** install.sh where something goes wrong: what was there before goes on working, and nothing is left of the attempt. */
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
import { errorLines, Ground, HAS_MINISIGN, program, type Run, SCRIPT, sha256 } from "./ground.ts";

const ground = new Ground();
const install = ground.install.bind(ground);
const ARCHIVE = "/v1.2.3/svc-1.2.3-linux-x64.tar.gz";
const SUMS = "/v1.2.3/SHA256SUMS";

beforeEach(async () => {
  ground.newHome();
  ground.answers = {};
  await ground.publish("1.2.3");
});
afterAll(() => ground[Symbol.dispose]());

/** Installs an older version, then runs the attempt, which must fail with that message and leave the older one. */
async function expectOldKept(attempt: () => Promise<Run>, message: string): Promise<void> {
  mkdirSync(dirname(ground.installed), { recursive: true });
  writeFileSync(ground.installed, program("0.9.0"), { mode: 0o755 });
  const { code, out, err } = await attempt();
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(errorLines(err)).toEqual([expect.stringContaining(message)]);
  expect(Bun.spawnSync([ground.installed, "--version"]).stdout.toString()).toBe("svc 0.9.0\n");
  expect(readdirSync(dirname(ground.installed))).toEqual(["svc"]);
  expect(readdirSync(join(ground.root, "tmp"))).toEqual([]);
}

/** Bytes that the server sends, and then the connection breaks, or nothing more comes. */
function broken(bytes: Uint8Array, end: "close" | "stall", told?: number): () => Response {
  return () => {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(bytes);
        if (end === "stall") await new Promise(() => {});
        controller.close();
      },
    });
    return new Response(body, told === undefined ? {} : { headers: { "content-length": `${told}` } });
  };
}

const whole = () => ground.answers[ARCHIVE] as Uint8Array;

const SPOILED: [what: string, spoil: () => void, message: string][] = [
  [
    "a changed archive",
    () => {
      const changed = Uint8Array.from(whole());
      changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
      ground.answers[ARCHIVE] = changed;
    },
    "nothing was installed",
  ],
  [
    "a truncated archive",
    () => {
      ground.answers[ARCHIVE] = whole().slice(0, 100);
    },
    "nothing was installed",
  ],
  [
    "a connection that closes early",
    () => {
      ground.answers[ARCHIVE] = broken(whole().slice(0, 100), "close", whole().length);
    },
    ARCHIVE,
  ],
  [
    "an archive that is not there",
    () => {
      delete ground.answers[ARCHIVE];
    },
    `cannot download ${ground.base}${ARCHIVE}: `,
  ],
  [
    "sums that are not there",
    () => {
      delete ground.answers[SUMS];
    },
    `cannot download ${ground.base}${SUMS}: `,
  ],
  [
    "no release at all",
    () => {
      ground.answers = {};
    },
    `cannot download ${ground.base}/latest: `,
  ],
  [
    "a page of HTML in place of the version",
    () => {
      ground.answers["/latest"] = "<html>Welcome to the hotel</html>";
    },
    "is not a version: nothing was installed",
  ],
  [
    "sums without the archive",
    () => ground.publishSums("1.2.3", `${sha256("x")}  svc-1.2.3-linux-x64-musl.tar.gz\n`),
    "has no entry for svc-1.2.3-linux-x64.tar.gz: nothing was installed",
  ],
  [
    "an archive that is none",
    () => {
      ground.answers[ARCHIVE] = "no archive";
      ground.publishSums("1.2.3", `${sha256("no archive")}  svc-1.2.3-linux-x64.tar.gz\n`);
    },
    "cannot unpack",
  ],
];

test.each(SPOILED)("%s is refused and the old version kept", async (_what, spoil, message) => {
  spoil();
  await expectOldKept(() => install([]), message);
});

test.each(SPOILED)("the same where nothing was installed: %s", async (_what, spoil, message) => {
  spoil();
  ground.expectRefusal(await install([]), message);
});

test("a download that stalls fails after its time, and a slow one does not", async () => {
  const held = whole();
  ground.answers[ARCHIVE] = broken(held.slice(0, 100), "stall", held.length);
  const env = { SVC_INSTALL_TIMEOUT: "1" };
  await expectOldKept(() => install([], { env }), `cannot download ${ground.base}${ARCHIVE}: `);
  ground.answers[ARCHIVE] = () => {
    let at = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(100);
        controller.enqueue(held.slice(at, at + 40));
        at += 40;
        if (at >= held.length) controller.close();
      },
    });
    return new Response(body);
  };
  expect((await install([], { env })).code).toBe(0);
});

test.skipIf(!HAS_MINISIGN)("a signature that is wrong, missing or of another key is refused", async () => {
  const signed = ground.answers[`${SUMS}.minisig`] as string;
  ground.answers[SUMS] = `${ground.answers[SUMS]}\n`;
  await expectOldKept(() => install([]), "the signature of");
  expect(ground.asked).not.toContain(ARCHIVE);
  await ground.publish("1.2.3");
  delete ground.answers[`${SUMS}.minisig`];
  await expectOldKept(() => install([]), `cannot download ${ground.base}${SUMS}.minisig: `);
  ground.answers[`${SUMS}.minisig`] = signed;
  // The key that the script itself has is another one.
  await expectOldKept(() => install([], { env: { SVC_INSTALL_KEY: undefined } }), "the signature of");
  const unsigned = await install([], { env: { SVC_INSTALL_KEY: "none" } });
  expect(unsigned.code).toBe(0);
});

test("where minisign is missing it says so, and checks the checksum", async () => {
  delete ground.answers[`${SUMS}.minisig`];
  const { code, err } = await install([], { env: { PATH: ground.pathWithout("minisign") } });
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("the signature is not") });
});

test("the key of the releases is the same in release.pub, install.sh and install.ps1", () => {
  const line = readFileSync("release.pub", "utf8").trim().split("\n").at(-1);
  expect(readFileSync(SCRIPT, "utf8")).toContain(`\nRELEASE_KEY=${line}\n`);
  const powershell = readFileSync("install.ps1", "utf8");
  expect(powershell).toContain(`  $releaseKey = '${line}'\n`);
  // Windows PowerShell reads a file without a byte order mark in the code page of the machine.
  expect(powershell).toMatch(/^[\n\x20-\x7e]+$/);
});

test("a full disk is refused, where the program goes and where the download goes", async () => {
  const dir = join(ground.root, "full");
  mkdirSync(dir, { recursive: true });
  const shell = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=16k none "${dir}" && exec sh "$@"`, "sh"];
  if (Bun.spawnSync([...shell.slice(0, -2), "true"]).exitCode !== 0) return;
  const large = `${program("1.2.3")}# ${Array.from({ length: 60_000 }, () => Math.random().toString(36).at(-1)).join("")}\n`;
  await ground.publish("1.2.3", large);
  const { code, err } = await install(["--dir", dir], { shell });
  expect({ code, err: errorLines(err) }).toEqual({ code: 1, err: [expect.stringContaining("cannot write to ")] });
  ground.expectRefusal(await install([], { shell, env: { TMPDIR: dir } }), "cannot download");
});

test("a folder that is read-only is refused", async () => {
  const dir = join(ground.home, "read-only");
  const shell = ["unshare", "-rm", "sh", "-c", `mount -t tmpfs -o ro none "${dir}" && exec sh "$@"`, "sh"];
  mkdirSync(dir);
  if (Bun.spawnSync([...shell.slice(0, -2), "true"]).exitCode !== 0) return;
  const { code, err } = await install(["--dir", dir], { shell });
  expect({ code, err: errorLines(err) }).toEqual({
    code: 1,
    err: [expect.stringMatching(/cannot write to .*ead-only/)],
  });
});

test("downloads with wget where there is no curl, also that of BusyBox", async () => {
  for (const wget of [Bun.which("wget"), Bun.which("busybox")]) {
    if (!wget) continue;
    const PATH = ground.pathWithout("curl", "wget");
    symlinkSync(wget, join(PATH.split(":").at(-1) ?? "", "wget"));
    ground.newHome();
    await ground.publish("1.2.3");
    expect(await install([], { env: { PATH } })).toMatchObject({ code: 0 });
    expect(readFileSync(ground.installed, "utf8")).toBe(program("1.2.3"));
    delete ground.answers[ARCHIVE];
    await expectOldKept(() => install([], { env: { PATH } }), `cannot download ${ground.base}${ARCHIVE}: `);
  }
});

test("needs a program to download with, and one to check with", async () => {
  const without = (...names: string[]) => install([], { env: { PATH: ground.pathWithout(...names) } });
  ground.expectRefusal(await without("curl", "wget"), "neither curl nor wget");
  ground.expectRefusal(await without("sha256sum", "shasum"), "neither sha256sum nor shasum");
});

test("a program that does not start is refused and the old version kept", async () => {
  await ground.publish("1.2.3", "#!/bin/sh\nexit 1\n");
  await expectOldKept(() => install([]), "svc does not start on this machine: nothing was installed");
});

test("takes the sums of sha256sum's binary mode, of other tools, and of Windows", async () => {
  ground.publishSums("1.2.3", `${sha256(whole()).toUpperCase()} *svc-1.2.3-linux-x64.tar.gz\r\n`);
  expect((await install([])).code).toBe(0);
});

test("a script that was cut short does nothing", async () => {
  const text = readFileSync(SCRIPT, "utf8");
  const ends = Array.from({ length: 40 }, (_, n) => Math.floor((text.length * n) / 40));
  // Where a cut would be worst: right before and within the last lines, which start it all.
  const start = text.indexOf('\nmain "$@"');
  ends.push(start + 1, start + 5, text.lastIndexOf("exit"), text.lastIndexOf("}"));
  for (const end of ends) {
    const { out } = await install([], { piped: text.slice(0, end) });
    const found = { end, out, home: readdirSync(ground.home), asked: ground.asked };
    expect(found).toEqual({ end, out: "", home: [], asked: [] });
  }
});

test("replaces a program that runs", async () => {
  mkdirSync(dirname(ground.installed), { recursive: true });
  copyFileSync(process.execPath, ground.installed);
  chmodSync(ground.installed, 0o755);
  await using running = Bun.spawn([ground.installed, "-e", "console.log(1); await Bun.stdin.text()"], {
    stdin: "pipe",
    stdout: "pipe",
  });
  await running.stdout.getReader().read();
  expect((await install([])).code).toBe(0);
  expect(running.exitCode).toBe(null);
  expect(readFileSync(ground.installed, "utf8")).toBe(program("1.2.3"));
});

test("replaces a link and leaves what it leads to", async () => {
  const elsewhere = join(ground.home, "elsewhere");
  writeFileSync(elsewhere, "mine");
  mkdirSync(dirname(ground.installed), { recursive: true });
  symlinkSync(elsewhere, ground.installed);
  expect((await install([])).code).toBe(0);
  expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  expect(statSync(ground.installed).isFile()).toBe(true);
});

test("refuses to install over a folder", async () => {
  mkdirSync(ground.installed, { recursive: true });
  const { code, err } = await install([]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${ground.installed} is a folder`) });
  expect(readdirSync(ground.installed)).toEqual([]);
});
