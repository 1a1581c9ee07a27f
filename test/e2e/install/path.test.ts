/** install.sh: PATH, the browser, and --uninstall. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InstallFixture, program } from "./install-fixture.ts";

const fixture = new InstallFixture();
const install = fixture.install.bind(fixture);

beforeEach(async () => {
  fixture.newHome();
  fixture.answers = {};
  await fixture.publish("1.2.3", program("1.2.3"), ["linux-x64", "darwin-x64"]);
});
afterAll(() => fixture[Symbol.dispose]());

const exported = (dir: string) => `export PATH="${dir}":"$PATH"`;

const FILES: [shell: string, system: string, file: string, line: (dir: string) => string][] = [
  ["/bin/bash", "Linux", ".bashrc", exported],
  ["/bin/bash", "Darwin", ".bash_profile", exported],
  ["/usr/bin/zsh", "Linux", ".zshrc", exported],
  ["/usr/bin/fish", "Linux", ".config/fish/config.fish", (dir) => `fish_add_path "${dir}"`],
  ["/bin/sh", "Linux", ".profile", exported],
];

test.each(FILES)(
  "--add-path adds the folder to PATH for %s on %s once, and --uninstall removes it",
  async (SHELL, TEST_SYSTEM, file, lineFor) => {
    const env = { SHELL, TEST_SYSTEM };
    const rc = join(fixture.home, file);
    const line = lineFor(dirname(fixture.installed));
    expect((await install([], { env })).out).toContain(`Add this line to ${rc}:\n\n  ${line}\n`);
    expect(existsSync(rc)).toBe(false);
    mkdirSync(dirname(rc), { recursive: true });
    writeFileSync(rc, "# mine, without an end of line");
    await install(["--add-path"], { env });
    await install(["--add-path"], { env });
    expect(readFileSync(rc, "utf8")).toBe(`# mine, without an end of line\n${line}\n`);
    const removed = await install(["--uninstall"], { env });
    expect({ code: removed.code, err: removed.err }).toEqual({ code: 0, err: "" });
    expect(readFileSync(rc, "utf8")).toBe("# mine, without an end of line\n");
  },
);

test("the PATH line works for a folder with special characters", async () => {
  const dir = join(fixture.home, 'a $HOME "b" `c` \\d ü');
  await install(["--dir", dir, "--add-path"]);
  const env = { ...process.env, HOME: fixture.home };
  const shown = Bun.spawnSync(["sh", "-c", '. "$HOME/.bashrc" && command -v svc'], { env });
  expect(shown.stdout.toString()).toBe(`${dir}/svc\n`);
});

test("does not mention PATH if the folder is in it, but warns of another svc before it", async () => {
  const dir = join(fixture.home, "bin");
  const PATH = `${fixture.tools}:${dir}:${process.env.PATH}`;
  const { code, out } = await install(["--dir", dir], { env: { PATH } });
  expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining("PATH") });
  fixture.tool("svc", "exit 0", join(fixture.home, "other"));
  const { err } = await install(["--dir", dir], { env: { PATH: `${join(fixture.home, "other")}:${PATH}` } });
  expect(err).toContain(`another svc comes before it in PATH: ${join(fixture.home, "other", "svc")}`);
});

test("the PATH line is the last output, after that of the browser", async () => {
  const { out } = await install([]);
  expect(out.slice(out.indexOf("browser: already there"))).toMatch(
    /^browser: already there\n.* is not in PATH\. Add this line to [^\n]*\n\n {2}export PATH=[^\n]*\n\n$/s,
  );
});

test("a browser that cannot be installed causes a warning", async () => {
  await fixture.publish("1.2.3", program("1.2.3", "echo 'Error: no network' >&2; exit 1"));
  const { code, err } = await install([]);
  expect(code).toBe(0);
  expect(err).toContain(`warning: no browser was installed; to install one, run: ${fixture.installed} install`);
});

test("--uninstall closes the sessions, removes the program and lists what remains", async () => {
  await install([]);
  writeFileSync(join(dirname(fixture.installed), "mine"), "");
  writeFileSync(join(fixture.home, ".svc", "config.json"), "{}");
  const { code, out } = await install(["--uninstall"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`removed ${fixture.installed}\n`) });
  expect(out).toContain(`rm -rf '${join(fixture.home, ".svc")}'`);
  expect(readFileSync(join(fixture.home, "calls"), "utf8")).toEndWith("close --all\n");
  expect(readdirSync(dirname(fixture.installed))).toEqual(["mine"]);
  expect(existsSync(join(fixture.home, ".svc", "config.json"))).toBe(true);
  expect(await install(["--uninstall"])).toMatchObject({ code: 1, err: expect.stringContaining("there is no ") });
});
