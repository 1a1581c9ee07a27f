/** `docs/python.md`: every method of `browser`, written from the list of commands. Pure. */
import type { AnyCommand } from "../command.ts";
import { type Method, methodsOf } from "./methods.ts";
import { pythonCall, pythonName } from "./spoken.ts";

const INTRO = `<!-- Written by \`bun run gen\` from the list of commands. Do not edit. -->

# Python

\`svc python\` runs code with the session's browser at hand, as \`browser\`. Variables stay for the next call. The value of the last line is
printed, of code on the line (\`svc python '…'\`), from standard input (\`svc python -\`) and of a file (\`svc python --file job.py\`) alike.
\`json re os Path asyncio\` are imported already, and \`await\` works everywhere.

\`\`\`py
browser.open("example.com")
for row in browser.state().elements:
    print(row.index, row.role, row.name)
browser.input(3, "Ann")
answer = browser.click(text="Save")          # in place of an index: text=, role=, name=, label=, near=, nth=
browser.eval("document.links.length").result
try:
    browser.click(99)
except browser.Error as error:
    print(error.code, error, error.hint)      # the hint speaks Python: browser.state()
\`\`\`

- Every method answers a dictionary whose keys are attributes, too: the \`data\` that the command gives with \`--json\`. What happened meanwhile
  (a new tab, a dialog) is in its \`events\`.
- A failure raises \`browser.Error\` with \`code\`, \`hint\` and \`data\`. The codes stand in the [reference](reference.md).
- Each method takes \`timeout=\` in milliseconds. Options are keywords: \`--same-site\` is \`same_site=\`. \`help(browser.click)\` tells the rest.
- \`connect\`, \`close\`, \`python\` and \`batch\` are none: code cannot end or change the browser that it runs beside.

| besides | what it is |
|---|---|
| \`browser.url\`, \`browser.title\`, \`browser.html\` | address, title and HTML of the page |
| \`browser.wait(seconds)\` | waits |
| \`browser.screenshot(path=None, …)\` | the picture, as bytes |
| \`browser.scroll("down", 200)\` | the second word is how far, or with \`"to"\` an index |
| \`browser.fill({"Full name": "Ann", 7: True})\` | takes dictionaries, too |

## Methods
`;

export function pythonReference(commands: readonly AnyCommand[]): string {
  const rows = methodsOf(commands).map((method) => {
    const command = commands.find(({ name }) => name === method.command);
    const example = command?.examples.map((line) => pythonCall(line, commands)).find((call) => call !== undefined);
    const cells = [`\`${signature(method)}\``, `${command?.summary}`, example === undefined ? "" : `\`${example}\``];
    return `| ${cells.map((one) => one.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return `${[INTRO, "| method | what it does | example |", "|---|---|---|", ...rows].join("\n")}\n`;
}

/** As `help()` writes it: what stands in place, then the keywords. Those that every command with an index takes are left out. */
function signature({ name, params }: Method): string {
  const placed = params.filter(({ place }) => place === "positional");
  const many = params.filter(({ place }) => place === "positionals");
  const keywords = params.filter(
    ({ place, addresses, name: own }) =>
      !/^positional/.test(place) && addresses === undefined && !["changes", "settle"].includes(own),
  );
  const parts = [
    ...placed.map((one) => (one.required ? pythonName(one.name) : `${pythonName(one.name)}=${python(one.fallback)}`)),
    ...many.map((one) => `*${one.name}`),
    ...(keywords.length > 0 && many.length === 0 ? ["*"] : []),
    ...keywords.map((one) => `${pythonName(one.name)}=${python(one.fallback)}`),
  ];
  return `browser.${name}(${parts.join(", ")})`;
}

function python(value: unknown): string {
  if (value === undefined || value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}
