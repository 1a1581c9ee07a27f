import { flag, option } from "../../args.ts";
import { command } from "../../command.ts";
import { bool, oneOf, path } from "../../values.ts";

export const skillShow = command({
  name: "skill show",
  aliases: ["skill"],
  group: "help",
  summary: "Print the skill that teaches agents to use svc",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["skill show"],
  async run({ runner }) {
    const { skillFile } = await import("../../manual/skill.ts");
    return { skill: skillFile(runner.commands) };
  },
  text: ({ skill }) => skill.trimEnd(),
});

export const skillInstall = command({
  name: "skill install",
  group: "help",
  summary: "Install the skill in the folders of agents",
  effect: "write",
  needs: "nothing",
  args: {
    target: option(
      oneOf("claude", "codex", "agents", "all"),
      "Agent to install it for; default all agents found on this machine",
    ),
    path: option(path("folder"), "Folder of skills to use instead"),
    force: flag(bool(), "Replace a skill of the same name that svc did not write"),
  },
  examples: ["skill install", "skill install --target claude", "skill install --path .claude/skills"],
  async run({ runner, args }) {
    const [{ installSkill }, { skillFile }] = await Promise.all([
      import("../../setup/skill-folders.ts"),
      import("../../manual/skill.ts"),
    ]);
    return { installed: installSkill({ ...args, content: skillFile(runner.commands) }) };
  },
  text: ({ installed }) => installed.map((file) => `installed: ${file}`).join("\n"),
});
