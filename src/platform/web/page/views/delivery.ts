/** One delivery to a webhook: a row of the list, and all that was sent and answered in a dialog. */
import { copyButton, show } from "../dialog.ts";
import { button, h } from "../dom.ts";
import { block, date } from "../format.ts";
import { act, say } from "../notices.ts";
import { type Delivery, delivery, resend, STATES } from "../webhooks.ts";

const KINDS = { waiting: "running", delivered: "active", dead: "failed" } as const;

export function deliveryRow(webhookId: string, one: Delivery, draw: () => Promise<void>) {
  const { id, event, state, attempts, createdAt, nextAttemptAt } = one;
  const name = `${event} of ${new Date(createdAt).toLocaleString()}`;
  const again = async () => {
    await resend(webhookId, id);
    say("It is sent again.");
    await draw();
  };
  return [
    event,
    h("span", { className: `badge ${KINDS[state]}` }, STATES[state]),
    answered(one),
    attempts,
    date(createdAt),
    nextAttemptAt !== null && date(nextAttemptAt),
    h(
      "span",
      { className: "buttons-row" },
      button(
        "Details",
        "quiet",
        act(() => details(webhookId, id)),
        `Details of ${name}`,
      ),
      button("Send again", "quiet", act(again), `Send ${name} again`),
    ),
  ];
}

/** `200 in 35 ms`, or what went wrong. */
function answered({ statusCode, error, durationMs }: Delivery): HTMLElement {
  const took = durationMs === null ? "" : ` in ${durationMs.toLocaleString()} ms`;
  if (error !== null) return h("span", { className: "error" }, error);
  return h("span", {}, statusCode === null ? "" : `${statusCode}${took}`);
}

async function details(webhookId: string, id: string): Promise<void> {
  const one = await delivery(webhookId, id);
  const { event, sessionId, attempts, lastAttemptAt, body, response } = one;
  const title = h("h2", { id: "delivery-title" }, event);
  const dialog = h(
    "dialog",
    { className: "wide", "aria-labelledby": "delivery-title" },
    title,
    h("p", { className: "soft" }, `Attempts: ${attempts}, the last one: `, date(lastAttemptAt), ". ", answered(one)),
    sessionId !== null &&
      h("p", {}, h("a", { href: `#/sessions/${sessionId}`, onclick: () => dialog.close() }, "Open its session")),
    h("h3", {}, "Sent"),
    part(body, "what was sent"),
    h("h3", {}, "Answered"),
    response ? part(response, "what was answered") : h("p", { className: "soft" }, "Nothing."),
    h(
      "div",
      { className: "buttons" },
      button("Close", "quiet", () => dialog.close()),
    ),
  );
  show(dialog);
}

function part(text: string, label: string): HTMLElement {
  const shown = h("div", { className: "code", tabIndex: 0, role: "region", "aria-label": label }, block(text));
  return h("div", {}, shown, copyButton("Copy", label, text));
}
