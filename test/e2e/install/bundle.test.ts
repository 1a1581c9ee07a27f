/** install.sh with a bundle: checks the browser before it installs anything, and runs `svc doctor` at the end. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/folder.ts";
import { archiveName, errorLines, HAS_MINISIGN, InstallFixture, program, SCRIPT, sha256 } from "./install-fixture.ts";

const fixture = new InstallFixture();
/** The environment of a user without a key of their own. */
const NO_KEY = { SVC_INSTALL_KEY: undefined };
let folder: string;

beforeEach(() => fixture.newHome());
afterAll(() => fixture[Symbol.dispose]());

/** Makes a bundle in a folder beside the home. `doctor` is the shell code of the program's doctor command. */
async function bundle(doctor = "echo healthy"): Promise<void> {
  folder = temporaryFolder(fixture.root).path;
  const commands = program("1.2.3", 'echo "$*"').replace("  config)", `  doctor) ${doctor} ;;\n  config)`);
  await fixture.publish("1.2.3", commands);
  const archive = archiveName("1.2.3", "linux-x64");
  const content = fixture.answers[`/v1.2.3/${archive}`] as Uint8Array;
  const browser = { "browser/chrome": "a browser", "browser/locales/en US.pak": "words" };
  mkdirSync(join(folder, "browser/locales"), { recursive: true });
  for (const [name, data] of Object.entries({ [archive]: content, ...browser, "bundle.json": "{}" }))
    writeFileSync(join(folder, name), data);
  const sums = Object.entries({ [archive]: content, ...browser }).map(([name, data]) => `${sha256(data)}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  copyFileSync(SCRIPT, join(folder, "install.sh"));
}

const install = (
  args: string[] = [],
  env: Record<string, string | undefined> = NO_KEY,
  script = join(folder, "install.sh"),
) => fixture.install(["--offline", folder, ...args], { env, script });

test.each(["sh", "busybox sh"].filter((shell) => Bun.which(shell.replace(" sh", ""))))(
  "installs svc and the browser, and runs doctor, with %s",
  async (shell) => {
    await bundle();
    const options = { env: NO_KEY, script: join(folder, "install.sh"), shell: shell.split(" ") };
    const { code, out, err } = await fixture.install(["--offline", folder], options);
    expect({ code, err: errorLines(err) }).toEqual({ code: 0, err: [] });
    expect(out).toContain(`install --from ${folder}/browser\nhealthy\n`);
    expect(err).toContain("this bundle is not signed");
  },
);

test("refuses a changed, missing or additional file of the browser", async () => {
  const spoiled: [name: string, spoil: (path: string) => void, message: string][] = [
    ["chrome", (path) => writeFileSync(path, "another browser"), "a file of the browser does not match SHA256SUMS"],
    ["locales/en US.pak", (path) => rmSync(path), "has missing or additional files"],
    ["libnss3.so", (path) => writeFileSync(path, "more"), "has missing or additional files"],
  ];
  for (const [name, spoil, message] of spoiled) {
    await bundle();
    spoil(join(folder, "browser", name));
    fixture.expectRefusal(await install(), message);
  }
});

test("--no-browser ignores the browser of the bundle and does not run doctor", async () => {
  await bundle();
  rmSync(join(folder, "browser/chrome"));
  const { code, out } = await install(["--no-browser"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining("healthy") });
});

test("a problem found by doctor fails the installation and keeps svc", async () => {
  await bundle("echo broken; exit 1");
  const { code, err } = await install();
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("svc doctor found a problem") });
  expect(readdirSync(join(fixture.home, ".svc/bin"))).toEqual(["svc"]);
});

test.skipIf(!HAS_MINISIGN)(
  "requires a signature if a key is set or the installer is not the one in the bundle",
  async () => {
    await bundle();
    const message = "SHA256SUMS.minisig";
    fixture.expectRefusal(await install([], {}), message);
    fixture.expectRefusal(await install([], NO_KEY, SCRIPT), message);
    const signature = fixture.answers["/v1.2.3/SHA256SUMS.minisig"] as string;
    writeFileSync(join(folder, "SHA256SUMS.minisig"), signature);
    // This signature belongs to other checksums.
    fixture.expectRefusal(await install([], {}), "is not valid");
  },
);
