import { flag } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { canAsk } from "../../lib/terminal.ts";
import { bool } from "../../values.ts";

export const setup = command({
  name: "setup",
  group: "setup",
  summary: "Set svc up: home folder, key, browser, completions, skill for agents",
  effect: "write",
  needs: "nothing",
  // It fetches a browser, and a person may think about the answers.
  timeoutMs: 3_600_000,
  args: { yes: flag(bool(), "Ask nothing: do all but what edits files of yours", { short: "y" }) },
  examples: ["setup", "setup --yes"],
  async run({ home, runner, sessions, args, signal, progress }) {
    // Loaded here: questions and the installer have no place on the start path.
    const { runSetup } = await import("../../setup/wizard.ts");
    if (!args.yes && !canAsk()) throw new Failure("usage", "there is no terminal to ask on", "Run `svc setup --yes`.");
    return await runSetup({ home, sessions, commands: runner.commands, asks: !args.yes, signal, progress });
  },
  text: ({ notes, ...steps }) => {
    const lines = Object.entries(steps).map(([key, value]) => `${key}: ${value}`);
    return [...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
  },
});
