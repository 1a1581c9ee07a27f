import { command } from "../../command.ts";
import { type Unfinished, unfinished } from "../../page/snapshot/unfinished.ts";

export const getUnfinished = command({
  name: "get unfinished",
  group: "inspection",
  summary: "What was begun on the page and not ended: forms that were changed and not sent, dialogs that ask something",
  effect: "read",
  needs: "page",
  whileDialog: true,
  args: {},
  examples: ["get unfinished"],
  async run({ page }): Promise<Unfinished> {
    return await unfinished(page);
  },
  text: ({ forms, dialogs }) =>
    [...dialogs.map((words) => `open dialog: ${words}`), ...forms.map((names) => `not sent: ${names.join(", ")}`)].join(
      "\n",
    ) || "nothing",
});
