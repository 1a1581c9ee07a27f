import { flag, optionOr, optionWithBare } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { canAsk } from "../../lib/terminal.ts";
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName, writeTemplate } from "../../setup/templates.ts";
import type { ValueType } from "../../value-type.ts";
import { bool, oneOf, path } from "../../values.ts";

type Answer = { templates: { name: string; file: string; summary: string; needs: string }[] } | CreatedProject;

const anyPath = path("file");

/** A path that keeps its last slash, by which it says that it is a folder. */
const output: ValueType<string> = {
  ...anyPath,
  fromText: (text) => asFolder(text, anyPath.fromText(text)),
  fromJson: (value) => asFolder(value, anyPath.fromJson(value)),
};

function asFolder(given: unknown, absolute: string): string {
  return /[/\\]$/.test(String(given)) && !absolute.endsWith("/") ? `${absolute}/` : absolute;
}

interface CreatedProject {
  created: string;
  /** The SDK package and the list of dependencies, where the template uses an SDK. */
  besides?: string[];
  template: TemplateName;
  needs: string;
  install?: string;
  run: string;
}

export const init = command({
  name: "init",
  group: "setup",
  summary: "Write a ready-made script: shell, Python, TypeScript, CI job or container",
  effect: "write",
  needs: "nothing",
  // A person may think about the choice.
  timeoutMs: 3_600_000,
  args: {
    list: flag(bool(), "List the templates", { short: "l" }),
    template: optionWithBare(oneOf(...TEMPLATE_NAMES), "shell", "Template; without a name: shell", { short: "t" }),
    // A default, so that the rule for paths holds for the caller's folder, too.
    output: optionOr(output, ".", "File to write, or a folder for a file of the template's name; dir/ is created", {
      short: "o",
    }),
    force: flag(bool(), "Replace an existing file", { short: "f" }),
  },
  examples: ["init", "init --list", "init --template shell", "init -t python-api -o ./ask.py"],
  async run({ args, signal }): Promise<Answer> {
    if (args.list) {
      return {
        templates: TEMPLATE_NAMES.map((name) => ({
          name,
          file: TEMPLATES[name].file,
          summary: TEMPLATES[name].summary,
          needs: TEMPLATES[name].needs,
        })),
      };
    }
    const template = args.template ?? (await chosen(signal));
    const { file, besides, install, run } = await writeTemplate(template, args.output, args.force);
    return {
      created: file,
      ...(besides.length > 0 ? { besides } : {}),
      template,
      needs: TEMPLATES[template].needs,
      ...(install ? { install } : {}),
      run,
    };
  },
  text: (answer) =>
    "templates" in answer
      ? answer.templates
          .map(({ name, summary, needs }) => `${name.padEnd(16)}${summary}\n${" ".repeat(16)}needs ${needs}`)
          .join("\n")
      : [
          `created: ${answer.created}`,
          ...(answer.besides ?? []).map((file) => `created: ${file}`),
          `needs: ${answer.needs}`,
          ...(answer.install ? [`install: ${answer.install}`] : []),
          `run: ${answer.run}`,
        ].join("\n"),
});

async function chosen(signal: AbortSignal): Promise<TemplateName> {
  if (!canAsk())
    throw new Failure("usage", "no template given", "Run `svc init --list`, then `svc init --template <name>`.");
  const choices = TEMPLATE_NAMES.map((value) => ({
    value,
    label: `${value.padEnd(16)}${TEMPLATES[value].summary}`,
  }));
  const { askOne } = await import("../../lib/prompts.ts");
  return await askOne("Which template?", choices, signal);
}
