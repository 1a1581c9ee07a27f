import { expect, test } from "bun:test";
import { commands } from "../../../src/commands/index.ts";
import { FAILURES } from "../../../src/errors.ts";
import { commandHelp, topHelp } from "../../../src/manual/help.ts";
import { fixture } from "../../fixture.ts";

test("help tells of all, of a command, of a noun, of a topic", async () => {
  await using t = await fixture();
  expect(await t.text("help")).toBe(topHelp(commands));
  const click = commands.find(({ name }) => name === "click");
  expect(await t.text("help", "click")).toBe(click ? commandHelp(click) : "");
  expect(await t.text("help", "tab", "list")).toContain("Usage: svc tab list");
  expect(await t.text("help", "tab")).toContain("svc tab <command>");
  // The old name of one command, and the noun of several.
  expect(await t.text("help", "switch")).toContain("Usage: svc tab switch");
  expect(await t.text("help", "config")).toContain("config unset");
  expect(await t.text("help", "exit", "codes")).toContain("stale");
  expect(await t.text("help", "Exit-Codes")).toContain("stale");
  // A command that is a topic as well: both.
  expect(await t.text("help", "state")).toMatch(/Usage: svc state[\s\S]*\[1\]<input/);
});

test("help on what there is not names the nearest", async () => {
  await using t = await fixture();
  expect(await t.fails("help", "clik")).toMatchObject({ code: "usage", hint: "Run `svc help click`." });
  expect(await t.fails("help", "tab", "swich")).toMatchObject({ code: "usage", hint: "Run `svc help tab switch`." });
  // However long it is: it is near to nothing.
  expect((await t.fails("help", "x".repeat(500))).hint).toBe("Run `svc help topics`.");
  expect(await t.fails("help", "xyzzyx")).toMatchObject({ code: "usage", hint: "Run `svc help topics`." });
});

test("describe is the list as data", async () => {
  await using t = await fixture();
  const all = await t.svc("describe");
  expect(all.commands.map(({ name }: { name: string }) => name)).toEqual(commands.map(({ name }) => name));
  expect(all.failures).toHaveLength(Object.keys(FAILURES).length);
  expect(all.globals).toContainEqual(expect.objectContaining({ name: "session", option: "--session", short: "-s" }));
  expect(all.settings).toContainEqual(expect.objectContaining({ name: "api_key", secret: true }));
  const click = await t.svc("describe", "click");
  expect(click).toMatchObject({ name: "click", effect: "write", needs: "page", usage: "svc click <index | x y>" });
  expect(click.schema.properties.button).toMatchObject({ enum: ["left", "middle", "right"], default: "left" });
  expect(click.args).toContainEqual({ name: "count", place: "option", required: false, option: "--count" });
  const [byIndex] = click.reply.anyOf;
  expect(byIndex).toMatchObject({
    type: "object",
    properties: { clicked: { type: "integer" } },
    required: ["clicked"],
  });
  expect(byIndex.properties.navigated.$ref).toBe("#/$defs/Arrival");
  expect(click.reply.$defs.Arrival.required).toEqual(["url", "title"]);
  expect(all.$defs.Arrival).toEqual(click.reply.$defs.Arrival);
  expect((await t.svc("describe", "tab")).commands).toHaveLength(4);
  expect(JSON.parse(await t.text("describe", "tab", "list"))).toMatchObject({ name: "tab list", aliases: ["tabs"] });
  expect(await t.fails("describe", "clik")).toMatchObject({
    code: "usage",
    hint: "Did you mean `svc describe click`?",
  });
});

test("the completion script of each shell is one that the shell reads", async () => {
  await using t = await fixture();
  const readers = { bash: ["bash", "-n"], zsh: ["zsh", "-n"], fish: ["fish", "--no-execute"] };
  for (const shell of ["bash", "zsh", "fish", "powershell"] as const) {
    const { script } = await t.svc("completion", shell);
    expect(script).toContain("svc __complete");
    const [program = "", option = ""] = shell === "powershell" ? ["pwsh"] : readers[shell];
    if (!Bun.which(program)) console.log(`left out: reading the completion script with ${program}, which is not there`);
    else if (option !== "") {
      const { stderr, exitCode } = Bun.spawnSync([program, option], { stdin: Buffer.from(`${script}\n`) });
      expect({ shell, stderr: stderr.toString(), exitCode }).toEqual({ shell, stderr: "", exitCode: 0 });
    }
  }
  expect((await t.fails("completion", "tcsh")).code).toBe("usage");
});

test("the script for PowerShell is balanced, and quotes what PowerShell would read", async () => {
  await using t = await fixture();
  const { script } = await t.svc("completion", "powershell");
  // No PowerShell can be had here: what can be told without one is that everything opened is closed.
  const bare = script.replace(/^\s*#.*$/gm, "").replace(/"(?:`.|[^"`])*"|'(?:''|[^'])*'/g, "");
  for (const [open, close] of ["()", "{}", "[]"]) expect(bare.split(open).length).toBe(bare.split(close).length);
  expect(script).toContain("Register-ArgumentCompleter -Native -CommandName svc, svc.exe");
});

test("man prints the manual page", async () => {
  await using t = await fixture();
  expect(await t.text("man")).toStartWith(".TH SVC 1");
});
