/** `setup`, `init` and `skill install` in a home of the test's own, with and without a terminal. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXECUTABLE, noteCovered } from "../fixture.ts";
import { type HomeFixture, homeFixture } from "./home-fixture.ts";
import { DOWN, ENTER, INTERRUPT, onTerminal, type Session, TAB } from "./terminal.ts";

/** Unset: these variables of the user would lead out of the test's folder. */
const NO_USER_FOLDERS = {
  XDG_DATA_HOME: undefined,
  ZDOTDIR: undefined,
  BASH_COMPLETION_USER_DIR: undefined,
  SVC_API_KEY: undefined,
};

function terminal({ env, home }: HomeFixture, ...argv: string[]): Session {
  mkdirSync(join(home, "..", "cwd"), { recursive: true });
  return onTerminal([EXECUTABLE, ...argv], env, join(home, "..", "cwd"));
}

test("setup --yes completes all steps without editing files of the user, also when repeated", async () => {
  await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: "/bin/zsh" });
  const user = join(h.home, "..");
  writeFileSync(join(user, ".zshrc"), "# mine\n");
  for (const _ of ["first", "again"]) {
    const { data, exit } = await h.json("setup", "--yes");
    const { notes, ...steps } = data;
    expect(steps).toEqual({
      home_dir: "ok",
      config: "ok",
      browser: "ok",
      completions: "ok",
      skill: "ok",
      status: "ok",
    });
    expect(exit).toBe(0);
    expect(notes.join("\n")).toContain(`add this line to ${join(user, ".zshrc")}: fpath=(`);
    expect(readFileSync(join(user, ".zshrc"), "utf8")).toBe("# mine\n");
  }
  expect(readFileSync(join(user, ".local/share/zsh/site-functions/_svc"), "utf8")).toStartWith("#compdef svc\n");
  expect(readFileSync(join(user, ".agents/skills/svc/SKILL.md"), "utf8")).toContain("name: svc");
  expect(statSync(h.home).mode & 0o777).toBe(0o700);
  expect(statSync(join(h.home, "config.json")).mode & 0o777).toBe(0o600);
  const { stdout } = await h.run("setup", "--yes");
  expect(stdout).toStartWith("home_dir: ok\nconfig: ok\nbrowser: ok\ncompletions: ok\nskill: ok\nstatus: ok\n\nhome: ");
});

test("prompts are readable on a terminal without a known width", async () => {
  await using h = homeFixture(NO_USER_FOLDERS);
  mkdirSync(h.home, { recursive: true });
  // A program that starts another on a terminal may not set its size.
  const line = `stty cols 0; exec ${EXECUTABLE} cloud login`;
  await using t = onTerminal(["sh", "-c", line], h.env, h.home);
  await t.sees("Address of the cloud platform");
  t.press(`https://svc.example.com${ENTER}`);
  await t.sees("API key of the cloud platform");
  t.press(INTERRUPT);
  expect(await t.exited).toBe(130);
});

test("setup installs completions where each shell looks for them", async () => {
  const places = { bash: ".local/share/bash-completion/completions/svc", fish: ".config/fish/completions/svc.fish" };
  for (const [shell, path] of Object.entries(places)) {
    await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: `/usr/bin/${shell}` });
    expect((await h.json("setup", "-y")).data.completions).toBe("ok");
    expect(readFileSync(join(h.home, "..", path), "utf8")).toContain("svc __complete");
  }
  await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: "/bin/tcsh" });
  expect((await h.json("setup", "-y")).data.completions).toBe("skipped");
});

for (const shell of ["zsh", "fish"]) {
  const isThere = Bun.which(shell) !== null;
  if (!isThere) console.log(`skipped: completions of setup for ${shell}, which is not on this machine`);
  test.skipIf(!isThere)(`${shell} loads the completions of setup when it starts`, async () => {
    await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: `/usr/bin/${shell}` });
    const user = join(h.home, "..");
    const { notes } = (await h.json("setup", "--yes")).data;
    // The line that setup asks the user to add.
    const line = /add this line to \S+: (.*)/.exec(notes.join("\n"))?.[1];
    if (shell === "zsh") writeFileSync(join(user, ".zshrc"), `${line}\n`);
    const env = { ...h.env, PATH: `${dirname(EXECUTABLE)}:${process.env.PATH}` };
    await using t = onTerminal([shell, "-i"], env, user);
    t.press("echo REA''DY\r");
    await t.sees("READY");
    const mark = t.mark();
    t.press("svc config set dialogs acc");
    await t.sees("acc", mark);
    t.press(TAB);
    await t.sees(/accept /, mark);
  });
}

test("setup continues after a failed step and fails with its code", async () => {
  await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: "/bin/fish" });
  mkdirSync(h.home, { recursive: true });
  writeFileSync(join(h.home, "config.json"), "no JSON");
  const failed = await h.json("setup", "--yes");
  expect(failed).toMatchObject({ success: false, code: "bad_file", exit: 1 });
  expect(failed.error).toContain("config: failed");
  expect(failed.error).toContain("skill: ok");
  expect(readFileSync(join(h.home, "config.json"), "utf8")).toBe("no JSON");
});

test("setup without a terminal requires --yes", async () => {
  await using h = homeFixture(NO_USER_FOLDERS);
  expect(await h.json("setup")).toMatchObject({ code: "usage", exit: 2, hint: "Run `svc setup --yes`." });
  expect(existsSync(h.home)).toBe(false);
});

test("setup on a terminal hides the key and adds a line to .zshrc after confirmation", async () => {
  await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: "/bin/zsh" });
  const user = join(h.home, "..");
  writeFileSync(join(user, ".zshrc"), "# mine");
  await using t = terminal(h, "setup");
  await t.sees("Address of the cloud platform");
  t.press(`svc.example.com${ENTER}`);
  await t.sees("is not an http or https address");
  // The typed text is still there; insert at its start.
  t.press(`\x01https://${ENTER}`);
  await t.sees("API key of the cloud platform");
  t.press(`svc_secret${ENTER}`);
  await t.sees("Install completion for zsh?");
  t.press(ENTER);
  await t.sees("Add a line to");
  t.press(ENTER);
  await t.sees("Install the skill");
  t.press(`n`);
  await t.sees("status: ok");
  expect(await t.exited).toBe(0);
  noteCovered({ command: "setup", code: "" });
  expect(t.shown).not.toContain("svc_secret");
  expect(t.shown).toContain("skill: skipped");
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual({
    ...{ base_url: "https://svc.example.com", api_key: "svc_secret" },
  });
  expect(statSync(join(h.home, "config.json")).mode & 0o777).toBe(0o600);
  const line = `fpath=(${join(user, ".local/share/zsh/site-functions")} $fpath); autoload -Uz compinit && compinit`;
  expect(readFileSync(join(user, ".zshrc"), "utf8")).toBe(`# mine\n\n# svc completion\n${line}\n`);
  expect(existsSync(join(user, ".agents"))).toBe(false);
});

test("Ctrl-C in setup exits with 130 and installs nothing", async () => {
  await using h = homeFixture({ ...NO_USER_FOLDERS, SHELL: "/bin/zsh" });
  await using t = terminal(h, "setup");
  await t.sees("Address of the cloud platform");
  t.press(ENTER);
  await t.sees("no URL set, cloud platform skipped");
  await t.sees("Install completion for zsh?");
  t.press(INTERRUPT);
  expect(await t.exited).toBe(130);
  expect(t.shown).toContain("Error: interrupted");
  expect(t.shown).not.toContain("API key of the cloud platform");
  expect(readFileSync(join(h.home, "config.json"), "utf8")).toBe("{}\n");
  expect(existsSync(join(h.home, "..", ".local"))).toBe(false);
});

test("init on a terminal offers a choice, and Ctrl-C writes nothing", async () => {
  await using h = homeFixture(NO_USER_FOLDERS);
  const folder = join(h.home, "..", "cwd");
  await using t = terminal(h, "init");
  await t.sees("Which template?");
  t.press(DOWN);
  await t.sees(/● python /);
  t.press(ENTER);
  expect(await t.exited).toBe(0);
  expect(readdirSync(folder)).toEqual(["browse.py"]);
  await using other = terminal(h, "init");
  await other.sees("Which template?");
  other.press(INTERRUPT);
  expect(await other.exited).toBe(130);
  expect(readdirSync(folder)).toEqual(["browse.py"]);
});

test("svc --template NAME works like init", async () => {
  await using h = homeFixture(NO_USER_FOLDERS);
  const folder = join(h.home, "..");
  const run = (...argv: string[]) => h.json(...argv, "--output", join(folder, "a.sh"), "--force");
  expect((await run("--template", "shell")).data).toMatchObject({ template: "shell", created: join(folder, "a.sh") });
  expect((await run("--template=python")).data).toMatchObject({ template: "python" });
  expect((await run("-t", "docker")).data).toMatchObject({ template: "docker" });
  expect((await run("--template")).data).toMatchObject({ template: "shell" });
  // Also while a session runs and receives plain command lines.
  await h.json("open", "about:blank");
  expect((await run("--template", "shell")).success).toBe(true);
});

test("skill install finds the installed agents", async () => {
  await using h = homeFixture(NO_USER_FOLDERS);
  const user = join(h.home, "..");
  const at = (agent: string) => join(user, agent, "skills", "svc", "SKILL.md");
  expect((await h.json("skill", "install")).data.installed).toEqual([at(".agents")]);
  mkdirSync(join(user, ".claude"));
  mkdirSync(join(user, ".codex"));
  expect((await h.json("skill", "install")).data.installed).toEqual([at(".claude"), at(".codex"), at(".agents")]);
  expect((await h.json("skill", "install", "--target", "codex")).data.installed).toEqual([at(".codex")]);
  // One file is not written by svc, so nothing is written anywhere.
  writeFileSync(at(".codex"), "mine");
  writeFileSync(at(".claude"), "<!-- Written by svc 0.0.1 -->");
  expect((await h.json("skill", "install", "--target", "all")).code).toBe("io");
  expect(readFileSync(at(".claude"), "utf8")).toBe("<!-- Written by svc 0.0.1 -->");
});
