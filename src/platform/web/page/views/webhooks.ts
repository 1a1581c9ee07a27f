/** Webhooks: addresses that are told when a task changes. */
import { ask } from "../dialog.ts";
import { button, h, top } from "../dom.ts";
import type { Field } from "../fields.ts";
import { date } from "../format.ts";
import { List } from "../list.ts";
import { act } from "../notices.ts";
import { empty } from "../table.ts";
import { watched } from "../view.ts";
import { change, create, EVENTS, named, type Settings, sendTest, type Webhook, webhooks } from "../webhooks.ts";
import { shownOnce } from "./once.ts";

const ABOUT =
  "Your receiver checks the signature of what it is sent with this secret. Keep it there, and nowhere else.";

export const secretCard = (webhook: Webhook, secret: string) =>
  shownOnce(`The secret of ${named(webhook)}, shown this once`, secret, "the secret", ABOUT);

export async function webhooksView(): Promise<HTMLElement> {
  const made = h("div", { role: "status" });
  const list: List<Webhook> = new List<Webhook>({
    load: webhooks,
    heads: ["Webhook", "State", "Waiting", "Given up", "Made", ""],
    row: (one) => row(one, () => list.draw()),
    none: () =>
      empty(
        "No webhook yet",
        "A webhook tells your server when a task begins or ends, so that it need not ask. Make one here, or with the command line:",
        `svc cloud v3 POST /webhooks '{"url": "https://example.com/hooks"}'`,
      ),
    noun: ["webhook", "webhooks"],
  });
  await watched(() => list.draw());
  const make = () =>
    ask("Make a webhook", settingsFields(), "Make", async (values, form) => {
      const webhook = await create(settingsOf(values, form));
      made.replaceChildren(secretCard(webhook, webhook.secret));
      await list.draw();
    });
  return h("div", {}, top("Webhooks", list.count, button("Make a webhook", "", make)), made, list.element);
}

export function settingsFields(webhook?: Webhook): Field[] {
  const { url = "", name, events = EVENTS.map(([event]) => event), headerPrefix = "X-Svc" } = webhook ?? {};
  return [
    {
      name: "url",
      label: "Address",
      type: "url",
      required: true,
      value: url,
      placeholder: "https://example.com/hooks",
    },
    { name: "name", label: "Name", value: name ?? "", maxLength: 100, help: "For you; may be left empty." },
    { name: "events", label: "It is told when", type: "checkboxes", choices: EVENTS, chosen: events },
    {
      name: "headerPrefix",
      label: "Prefix of its headers",
      value: headerPrefix,
      required: true,
      help: "With X-Svc the signature is in the header X-Svc-Signature.",
    },
  ];
}

export function settingsOf(
  { url = "", name = "", headerPrefix = "" }: Record<string, string>,
  form: FormData,
): Settings {
  return { url, name: name || null, headerPrefix, events: form.getAll("events").map(String) };
}

function row(webhook: Webhook, draw: () => Promise<void>) {
  const { id, url, waitingDeliveries, deadDeliveries, createdAt, isEnabled } = webhook;
  const label = named(webhook);
  const turning = async () => {
    await change(id, { isEnabled: !isEnabled });
    await draw();
  };
  const testing = async () => {
    await sendTest(id);
    location.hash = `#/webhooks/${id}`;
  };
  return [
    h(
      "div",
      { className: "task" },
      h("a", { href: `#/webhooks/${id}` }, label),
      webhook.name !== null && h("div", { className: "soft line" }, url),
    ),
    badge(webhook),
    waitingDeliveries,
    deadDeliveries === 0 ? 0 : h("strong", { className: "error" }, deadDeliveries),
    date(createdAt),
    h(
      "span",
      { className: "buttons-row" },
      isEnabled && button("Send a test", "quiet", act(testing), `Send a test to ${label}`),
      turnButton(webhook, turning),
    ),
  ];
}

export function badge({ isEnabled }: Webhook): HTMLElement {
  return h("span", { className: `badge ${isEnabled ? "active" : ""}` }, isEnabled ? "on" : "off");
}

export function turnButton(webhook: Webhook, turning: () => Promise<void>): HTMLButtonElement {
  const verb = webhook.isEnabled ? "Turn off" : "Turn on";
  return button(verb, "quiet", act(turning), `${verb} ${named(webhook)}`);
}
