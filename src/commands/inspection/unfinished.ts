import { command } from "../../command.ts";
import { type Unfinished, unfinished } from "../../page/snapshot/unfinished.ts";

export const getUnfinished = command({
  name: "get unfinished",
  group: "inspection",
  summary: "Unfinished work on the page: forms that were changed but not submitted, open dialogs",
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
