/** install.sh: the line for PATH, the browser, and how all of it is removed again. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ground, program } from "./ground.ts";

const ground = new Ground();
const install = ground.install.bind(ground);

beforeEach(async () => {
  ground.newHome();
  ground.answers = {};
  await ground.publish("1.2.3", program("1.2.3"), ["linux-x64", "darwin-x64"]);
});
afterAll(() => ground[Symbol.dispose]());

const exported = (dir: string) => `export PATH="${dir}":"$PATH"`;

const FILES: [shell: string, system: string, file: string, line: (dir: string) => string][] = [
  ["/bin/bash", "Linux", ".bashrc", exported],
  ["/bin/bash", "Darwin", ".bash_profile", exported],
  ["/usr/bin/zsh", "Linux", ".zshrc", exported],
  ["/usr/bin/fish", "Linux", ".config/fish/config.fish", (dir) => `fish_add_path "${dir}"`],
  ["/bin/sh", "Linux", ".profile", exported],
];

test.each(FILES)(
  "adds the folder to PATH for %s on %s only when asked, and once; --uninstall removes it",
  async (SHELL, TEST_SYSTEM, file, lineFor) => {
    const env = { SHELL, TEST_SYSTEM };
    const rc = join(ground.home, file);
    const line = lineFor(dirname(ground.installed));
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

test("the line for PATH holds for a folder with a strange name", async () => {
  const dir = join(ground.home, 'a $HOME "b" `c` \\d ü');
  await install(["--dir", dir, "--add-path"]);
  const env = { ...process.env, HOME: ground.home };
  const shown = Bun.spawnSync(["sh", "-c", '. "$HOME/.bashrc" && command -v svc'], { env });
  expect(shown.stdout.toString()).toBe(`${dir}/svc\n`);
});

test("says nothing of PATH when the folder is in it, but warns of another svc before it", async () => {
  const dir = join(ground.home, "bin");
  const PATH = `${ground.tools}:${dir}:${process.env.PATH}`;
  const { code, out } = await install(["--dir", dir], { env: { PATH } });
  expect({ code, out }).toEqual({ code: 0, out: expect.not.stringContaining("PATH") });
  ground.tool("svc", "exit 0", join(ground.home, "other"));
  const { err } = await install(["--dir", dir], { env: { PATH: `${join(ground.home, "other")}:${PATH}` } });
  expect(err).toContain(`another svc comes before it in PATH: ${join(ground.home, "other", "svc")}`);
});

test("a browser that cannot be installed is a warning", async () => {
  await ground.publish("1.2.3", program("1.2.3", "echo 'Error: no network' >&2; exit 1"));
  const { code, err } = await install([]);
  expect(code).toBe(0);
  expect(err).toContain(`warning: no browser was installed; when you need one, run: ${ground.installed} install`);
});

test("--uninstall closes the sessions, removes the program, and names what stays", async () => {
  await install([]);
  writeFileSync(join(dirname(ground.installed), "mine"), "");
  writeFileSync(join(ground.home, ".svc", "config.json"), "{}");
  const { code, out } = await install(["--uninstall"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`removed ${ground.installed}\n`) });
  expect(out).toContain(`rm -rf '${join(ground.home, ".svc")}'`);
  expect(readFileSync(join(ground.home, "calls"), "utf8")).toEndWith("close --all\n");
  expect(readdirSync(dirname(ground.installed))).toEqual(["mine"]);
  expect(existsSync(join(ground.home, ".svc", "config.json"))).toBe(true);
  expect(await install(["--uninstall"])).toMatchObject({ code: 1, err: expect.stringContaining("there is no ") });
});
