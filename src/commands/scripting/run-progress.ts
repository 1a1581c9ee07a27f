/** Progress lines of `svc run`. */
import type { Run, RunEvent } from "../../agent/loop/assignment.ts";
import { shorten } from "../../lib/shorten.ts";

/** Returns a listener that prints events as progress lines, and answers a question after `answerAfterMs` if nobody else does. */
export function progressListener(to: {
  progress(message: string): void;
  answerAfterMs: number;
  run: () => Run | undefined;
  session: string;
}) {
  let url = "";
  return (event: RunEvent): void => {
    const line = progressLine(event, url, to.session);
    if (line !== undefined) to.progress(line);
    if (event.kind === "step") url = event.url;
    if (event.kind !== "ask") return;
    const noAnswer = "Nobody answered. Continue without an answer, or call done.";
    setTimeout(() => to.run()?.answer(noAnswer), to.answerAfterMs).unref();
  };
}

/** The progress line for an event, or undefined. `url` is the page of the last step. */
function progressLine(event: RunEvent, url: string, session: string): string | undefined {
  switch (event.kind) {
    case "note":
      return event.text;
    case "thought":
      return `${event.step}  ${shorten(event.text.replace(/\s+/g, " "), 160)}`;
    case "action":
      return `${event.step}  ${event.summary}`;
    case "result":
      return event.ok ? undefined : `${event.step}  ${event.summary}`;
    case "step": {
      const cost = event.usage.costUsd;
      const facts = [event.url !== url && `at ${shorten(event.url, 160)}`, cost > 0 && `$${cost.toFixed(4)} so far`];
      const known = facts.filter(Boolean).join(", ");
      return known === "" ? undefined : `${event.step}  ${known}`;
    }
    case "ask": {
      const option = session === "default" ? "" : ` --session ${session}`;
      return `Question: ${event.question}\nAnswer it with: svc run${option} --answer '…'`;
    }
    default:
      return undefined;
  }
}
