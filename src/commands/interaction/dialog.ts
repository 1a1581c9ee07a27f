import { positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { acting, type Effect, effectLines } from "../../page/actions/effects.ts";
import type { Page } from "../../page/core/page.ts";
import { type Dialog, noDialog } from "../../page/events/dialogs.ts";
import { text } from "../../values.ts";

interface Answered {
  dialog: "accepted" | "dismissed";
  type: string;
  message: string;
  /** It was answered before the command came: an alert has one answer. */
  already?: true;
}

/** Answers the open dialog and waits for what follows: whatever opened it goes on now. */
async function answer(page: Page, accept: boolean, typed: string | undefined, signal: AbortSignal) {
  const dialog = accept ? "accepted" : "dismissed";
  const { open, answered } = page.dialogs;
  if (!open && answered && (answered.accepted === accept || answered.type === "alert")) {
    return told({ dialog: answered.accepted ? "accepted" : "dismissed", already: true }, answered);
  }
  if (!open) throw noDialog();
  if (typed !== undefined && open.type !== "prompt") {
    const message = `a ${open.type} dialog takes no text; the dialog is still open`;
    throw new Failure("usage", message, "Run `svc dialog accept` or `svc dialog dismiss`.");
  }
  let closed = open;
  const effect = await acting(page, signal, async () => {
    closed = await page.dialogs.answer(accept, typed);
  });
  return { ...told({ dialog }, closed), ...effect };
}

function told(how: Pick<Answered, "dialog" | "already">, of: Dialog): Answered & Effect {
  return {
    dialog: how.dialog,
    type: of.type,
    message: of.message,
    ...(how.already ? { already: true } : {}),
  };
}

function answeredText({ dialog, type, message, already, ...effect }: Answered & Effect): string {
  return `dialog: ${type} ${dialog}${already ? " already" : ""}: ${message}${effectLines(effect)}`;
}

export const dialogAccept = command({
  name: "dialog accept",
  group: "interaction",
  summary: "Accept the open dialog; a prompt takes a text, or keeps its default",
  effect: "write",
  needs: "page",
  whileDialog: true,
  args: { text: positionalOr(text("text"), undefined, "Answer to a prompt") },
  examples: ["dialog accept", "dialog accept 'Jane Doe'"],
  run: ({ page, args, signal }) => answer(page, true, args.text, signal),
  text: answeredText,
});

export const dialogDismiss = command({
  name: "dialog dismiss",
  group: "interaction",
  summary: "Dismiss the open dialog",
  effect: "write",
  needs: "page",
  whileDialog: true,
  args: {},
  examples: ["dialog dismiss"],
  run: ({ page, signal }) => answer(page, false, undefined, signal),
  text: answeredText,
});

export const dialogStatus = command({
  name: "dialog status",
  aliases: ["dialog"],
  group: "interaction",
  summary: "Show the open dialog, if any",
  effect: "read",
  needs: "page",
  whileDialog: true,
  args: {},
  examples: ["dialog status"],
  run({ page }): { open: boolean } & Partial<Dialog> {
    return page.dialog ? { open: true, ...page.dialog } : { open: false };
  },
  text: ({ open, type, message, defaultPrompt }) =>
    open
      ? `${type}: ${message}${defaultPrompt === undefined ? "" : `\ndefault: ${defaultPrompt}`}`
      : "no dialog is open",
});
