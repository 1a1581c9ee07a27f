/** One webhook: its settings, and what was sent to it with what it answered. */
import { ask, confirm } from "../dialog.ts";
import { button, h, top } from "../dom.ts";
import { counted, date } from "../format.ts";
import { List } from "../list.ts";
import { act, fail, say } from "../notices.ts";
import { Part } from "../part.ts";
import { empty } from "../table.ts";
import { watched } from "../view.ts";
import {
  change,
  type Delivery,
  deliveries,
  named,
  remove,
  resendDead,
  rotate,
  STATES,
  sendTest,
  type Webhook,
  webhook,
} from "../webhooks.ts";
import { deliveryRow } from "./delivery.ts";
import { badge, secretCard, settingsFields, settingsOf, turnButton } from "./webhooks.ts";

export async function webhookView(id: string): Promise<HTMLElement> {
  const head = new Part();
  const again = new Part();
  const told = h("div", { role: "status" });
  const state = h(
    "select",
    { "aria-label": "State of deliveries" },
    [["", "Any state"], ...Object.entries(STATES)].map(([value, name]) => h("option", { value }, name)),
  );
  const list: List<Delivery> = new List<Delivery>({
    load: (pages) => deliveries(id, state.value, pages),
    heads: ["Event", "State", "Answer", "Attempts", "Made", "Next attempt", ""],
    row: (one) => deliveryRow(id, one, () => draw()),
    none: () => none(id, state.value),
  });
  state.onchange = () => void list.again().catch(fail);
  const draw = async () => {
    const [record] = await Promise.all([webhook(id), list.draw()]);
    // The numbers change while it is sent to; what can be pressed stays meanwhile.
    const { deadDeliveries, waitingDeliveries: _, ...settings } = record;
    head.show(JSON.stringify(settings), () => about(record, told, draw));
    again.show(deadDeliveries > 0 ? String(deadDeliveries) : "", () => [resendButton(id, deadDeliveries, draw)]);
  };
  await watched(draw);
  const filters = h("div", { className: "filters", role: "search" }, h("h2", {}, "Deliveries"), state, again.element);
  return h("div", {}, head.element, told, filters, list.element);
}

function none(id: string, state: string): HTMLElement {
  if (state !== "") return empty("No delivery is like that", "Choose another state above.");
  const command = `svc cloud v3 POST /webhooks/${id}/test`;
  return empty("Nothing was sent yet", "Send a test, with the button above or with the command line:", command);
}

function about(record: Webhook, told: HTMLElement, draw: () => Promise<void>): Node[] {
  const { id, url, events, previousSecretUntil, createdAt, isEnabled } = record;
  const testing = async () => {
    await sendTest(id);
    await draw();
  };
  const turning = async () => {
    await change(id, { isEnabled: !isEnabled });
    await draw();
  };
  const head = top(
    [named(record), " ", badge(record)],
    h("span", { className: "soft" }, url),
    h("a", { className: "button quiet", href: "#/webhooks" }, "All webhooks"),
    isEnabled && button("Send a test", "", act(testing)),
    button("Edit", "quiet", () => edit(record, draw)),
    button("New secret", "quiet", () => renew(record, told, draw)),
    turnButton(record, turning),
    button("Delete", "bad", () => deletion(record)),
  );
  const until = previousSecretUntil !== null && [
    " The secret before signs as well until ",
    date(previousSecretUntil),
    ".",
  ];
  return [
    head,
    h("p", { className: "soft" }, `Told of ${events.join(" and ")}. Made: `, date(createdAt), ".", until || null),
  ];
}

function edit(record: Webhook, draw: () => Promise<void>): void {
  ask(`Edit ${named(record)}`, settingsFields(record), "Save", async (values, form) => {
    await change(record.id, settingsOf(values, form));
    await draw();
  });
}

/** Hours for which both secrets sign, unless something else is asked for; and at most. */
const GRACE_HOURS = "24";
const MAX_GRACE_HOURS = "168";

function renew(record: Webhook, told: HTMLElement, draw: () => Promise<void>): void {
  const field = {
    name: "hours",
    label: "Hours until the old one ends",
    type: "number",
    value: GRACE_HOURS,
    min: "0",
    max: MAX_GRACE_HOURS,
    required: true,
    help: "Until then both sign, so that your receiver can be changed meanwhile.",
  };
  ask("Make a new secret", [field], "Make", async ({ hours }) => {
    const { secret } = await rotate(record.id, Number(hours));
    told.replaceChildren(secretCard(record, secret));
    await draw();
  });
}

function deletion(record: Webhook): void {
  const consequence = "It is told nothing any more. What was not delivered yet is lost for good.";
  confirm(`Delete ${named(record)}?`, consequence, "Delete", async () => {
    await remove(record.id);
    location.hash = "#/webhooks";
    say("The webhook was deleted.");
  });
}

function resendButton(id: string, dead: number, draw: () => Promise<void>): HTMLButtonElement {
  const sending = async () => {
    const { resent } = await resendDead(id);
    say(`${counted(resent, "delivery is", "deliveries are")} sent again.`);
    await draw();
  };
  return button(`Send all ${dead} again that were given up`, "quiet", act(sending));
}
