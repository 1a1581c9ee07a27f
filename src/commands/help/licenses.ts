import { command } from "../../command.ts";

export const licenses = command({
  name: "licenses",
  group: "help",
  summary: "Print the licences of svc and of everything compiled into it",
  effect: "read",
  needs: "nothing",
  args: {},
  examples: ["licenses"],
  async run() {
    const { licensesText } = await import("../../setup/licenses.ts");
    return { licenses: await licensesText() };
  },
  text: ({ licenses }) => licenses.trimEnd(),
});
