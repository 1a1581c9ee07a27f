import { flag } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { canAsk } from "../../lib/terminal.ts";
import { bool } from "../../values.ts";

export const setup = command({
  name: "setup",
  group: "setup",
  summary: "Set up svc: home folder, API key, browser, shell completion, skill for agents",
  effect: "write",
  needs: "nothing",
  // It fetches a browser, and a person may think about the answers.
  timeoutMs: 3_600_000,
  args: { yes: flag(bool(), "Ask no questions: do every step that does not change your own files", { short: "y" }) },
  examples: ["setup", "setup --yes"],
  async run({ home, runner, sessions, args, signal, progress }) {
    // Loaded here: questions and the installer have no place on the start path.
    const { runSetup } = await import("../../setup/wizard.ts");
    if (!args.yes && !canAsk())
      throw new Failure("usage", "setup needs a terminal to ask its questions", "Run `svc setup --yes`.");
    return await runSetup({ home, sessions, commands: runner.commands, isInteractive: !args.yes, signal, progress });
  },
  text: ({ notes, ...steps }) => {
    const lines = Object.entries(steps).map(([key, value]) => `${key}: ${value}`);
    return [...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n");
  },
});
