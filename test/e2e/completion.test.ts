/** Completion in real shells on a terminal, with the built executable on PATH. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXECUTABLE, execute } from "../fixture.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, processesWith } from "./home-fixture.ts";
import { onTerminal, type Session, TAB } from "./terminal.ts";

const CLEAR_LINE = "\x15";

interface Shell {
  argv: string[];
  /** Prepares the shell and prints READY. */
  start: string;
  /** How the shell writes a name with a space. */
  spaced: RegExp;
}

const SHELLS: Record<string, Shell> = {
  bash: {
    argv: ["bash", "--norc", "--noprofile", "-i"],
    start: "bind 'set enable-bracketed-paste off'; source <(svc completion bash); echo REA''DY",
    spaced: /Profile\\ 1 /,
  },
  zsh: {
    argv: ["zsh", "-f", "-i"],
    start: "autoload -Uz compinit && compinit -u -D; source <(svc completion zsh); echo REA''DY",
    spaced: /Profile\\ 1 /,
  },
  fish: {
    argv: ["fish", "--no-config", "-i"],
    start: "svc completion fish | source; echo REA''DY",
    spaced: /Profile\\ 1 /,
  },
};

function environment({ env, home }: HomeFixture): Record<string, string | undefined> {
  return { ...env, PATH: `${dirname(EXECUTABLE)}:${process.env.PATH}`, XDG_CONFIG_HOME: join(home, "..", ".config") };
}

/** Types the words, presses Tab, and waits until the shell shows the completion. */
async function completes(terminal: Session, typed: string, shown: string | RegExp): Promise<void> {
  const mark = terminal.mark();
  terminal.press(typed);
  // A shell may redraw the line, so only its last character is awaited.
  await terminal.sees(typed.slice(-1), mark);
  terminal.press(TAB);
  await terminal.sees(shown, mark);
  terminal.press(CLEAR_LINE);
}

for (const [name, { argv, start, spaced }] of Object.entries(SHELLS)) {
  const isThere = Bun.which(name) !== null;
  if (!isThere) console.log(`skipped: completion in ${name}, which is not on this machine`);
  test.skipIf(!isThere)(
    `${name} completes commands, options, settings, sessions, tabs, profiles and files`,
    async () => {
      await using h = homeFixture();
      const folder = join(h.home, "..");
      const profiles = join(folder, ".config", "google-chrome");
      mkdirSync(join(profiles, "Profile 1"), { recursive: true });
      writeFileSync(
        join(profiles, "Local State"),
        JSON.stringify({ profile: { info_cache: { "Profile 1": { name: "Jane" } } } }),
      );
      writeFileSync(join(folder, "script of mine.js"), "1");
      await h.json("--session", "working", "open", "data:text/html,<title>A title</title>");
      await h.json("--session", "working", "tab", "new");
      await using terminal = onTerminal(argv, environment(h), folder);
      terminal.press(`${start}\r`);
      await terminal.sees("READY");
      await completes(terminal, "svc conf", /config /);
      await completes(terminal, "svc config set dialogs acc", /accept /);
      await completes(terminal, "svc config set 'dial", /'dialogs' /);
      await completes(terminal, "svc click 3 --but", /--button /);
      await completes(terminal, "svc init --template=type", /--template=typescript-api /);
      await completes(terminal, "svc --session wor", /--session working /);
      await completes(terminal, "svc --session=wor", /--session=working /);
      await completes(terminal, "svc -s working tab close 0 ", /close 0 1 /);
      await completes(terminal, "svc --profile Pro", spaced);
      await completes(terminal, "svc profile inspect --browser chr", /--browser chrome /);
      await completes(terminal, "svc eval --file scr", /script\\ of\\ mine\.js /);
      if (name !== "bash") await completes(terminal, "svc -s working tab switch ", /A title/);
    },
  );
}

test("completion starts no process, prints no errors, and leaves events to the next command", async () => {
  await using h = homeFixture();
  const ask = (...words: string[]) => execute(["__complete", ...words], h.env);
  const empty = { code: 0, stdout: "values\n", stderr: "" };
  expect(await ask("tab", "switch", "")).toEqual(empty);
  expect(await ask("--session", "")).toEqual(empty);
  expect(await ask("--session", "../x", "tab", "switch", "")).toEqual(empty);
  expect(await ask()).toMatchObject({ code: 0, stderr: "" });
  expect((await ask("--last", "=conf")).stdout).toStartWith("values\nconfig\t");
  expect((await ask("--last", "=", "tab")).stdout).toStartWith("values\nlist\t");
  expect(await ask("--bash")).toMatchObject({ code: 0, stderr: "" });
  expect(await ask("nonsense", "--nonsense=", "")).toEqual(empty);
  expect(processesWith(h.home)).toEqual([]);
  const go = Promise.withResolvers<void>();
  using server = localServer(async ({ url }) => {
    if (url.endsWith("/go")) await go.promise;
    return htmlResponse("<title>Opener</title>");
  });
  await h.json("open", server.url.href);
  expect(await h.json("eval", "fetch('/go').then(() => open('about:blank')); 1")).not.toHaveProperty("events");
  go.resolve();
  // Asked until the tab is there. If completion consumed the event, `get title` would not report it.
  await until(async () => (await ask("tab", "switch", "")).stdout.includes("\n1\t"), "a second tab");
  expect(await h.json("get", "title")).toMatchObject({ events: [expect.objectContaining({ kind: "tab" })] });
});
