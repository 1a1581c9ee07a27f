/** The form fields of a webhook's settings. */
import type { WebhookCreateRequest, WebhookView } from "../../api/v3.gen.ts";
import type { Field, Values } from "../../components/fields.tsx";

const EVENTS = [
  ["agent.task.status_update", "A task starts or ends"],
  ["test", "A test is requested"],
] as const;

export const nameOf = ({ name, url }: WebhookView) => name || url.replace(/^https?:\/\//, "");

export function settingsFields(webhook?: WebhookView): Field[] {
  const { url = "", name, events = EVENTS.map(([event]) => event), headerPrefix = "X-Svc" } = webhook ?? {};
  const help = "With X-Svc, the signature is in the header X-Svc-Signature.";
  const placeholder = "https://example.com/hooks";
  return [
    { name: "url", label: "Address", type: "url", required: true, value: url, placeholder },
    { name: "name", label: "Name", value: name ?? "", maxLength: 100, help: "Optional." },
    { name: "events", label: "Events", choices: EVENTS, chosen: events },
    { name: "headerPrefix", label: "Header prefix", value: headerPrefix, required: true, help },
  ];
}

export function settingsOf({ url = "", name = "", headerPrefix = "" }: Values, form: FormData) {
  const events = form.getAll("events").map(String) as NonNullable<WebhookCreateRequest["events"]>;
  return { url, name: name || null, headerPrefix, events };
}
