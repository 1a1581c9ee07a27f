/** One webhook: its settings and its deliveries. */
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { byCursor, type Found } from "../../api/pages.ts";
import type { DeliveryItemView, DeliveryState, WebhookView as Webhook, WebhookSecretView } from "../../api/v3.gen.ts";
import { say } from "../../app/notices.tsx";
import { go } from "../../app/route.ts";
import { Action, LinkButton } from "../../components/action.tsx";
import { ask, confirm } from "../../components/dialog.tsx";
import { type Field, Filter } from "../../components/fields.tsx";
import { counted, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { deliveryColumns, STATES } from "./delivery.tsx";
import { EnabledBadge, Secret, Turn } from "./parts.tsx";
import { nameOf, settingsFields, settingsOf } from "./settings.ts";

export function WebhookView({ id }: { id: string }) {
  const [state, setState] = useState<DeliveryState | "">("");
  const [renewed, setRenewed] = useState<WebhookSecretView>();
  const polled = usePolled(
    (pages) => Promise.all([call("GET /v3/webhooks/{webhook_id}", { path: [id] }), deliveries(id, state, pages)]),
    [state],
  );
  const { reload, more } = polled;
  return (
    <Loaded of={polled}>
      {([webhook, found]) => (
        <>
          <Settings {...{ webhook, reload, setRenewed }} />
          <Secret of={renewed} />
          <search class="filters">
            <h2>Deliveries</h2>
            <Filter
              label="State of deliveries"
              choices={[["", "Any state"], ...Object.entries(STATES)]}
              chosen={state}
              choose={(one) => setState(one as DeliveryState | "")}
            />
            {webhook.deadDeliveries > 0 && <ResendDead webhook={webhook} resent={reload} />}
          </search>
          <List
            {...{ found, more }}
            columns={deliveryColumns(id, reload)}
            keyOf={(one) => one.id}
            none={<None id={id} state={state} />}
          />
        </>
      )}
    </Loaded>
  );
}

async function deliveries(id: string, state: DeliveryState | "", pages: number): Promise<Found<DeliveryItemView>> {
  const { answers, hasMore } = await byCursor(pages, (page) =>
    call("GET /v3/webhooks/{webhook_id}/deliveries", { path: [id], query: { ...page, ...(state && { state }) } }),
  );
  return { items: answers.flatMap((one) => one.deliveries), hasMore };
}

function None({ id, state }: { id: string; state: string }) {
  if (state !== "") return <Empty what="No delivery matches">Choose another state above.</Empty>;
  return (
    <Empty what="Nothing was sent yet" command={`svc cloud v3 POST /webhooks/${id}/test`}>
      Send a test, with the button above or with the command line:
    </Empty>
  );
}

interface SettingsProps {
  webhook: Webhook;
  reload(): Promise<void>;
  setRenewed(renewed: WebhookSecretView): void;
}

function Settings({ webhook, reload, setRenewed }: SettingsProps) {
  const { id, url, events, previousSecretUntil, createdAt, isEnabled } = webhook;
  const test = async () => {
    await call("POST /v3/webhooks/{webhook_id}/test", { path: [id] });
    await reload();
  };
  return (
    <>
      <Head title={nameOf(webhook)} badges={<EnabledBadge webhook={webhook} />} below={<Soft>{url}</Soft>}>
        <LinkButton words="All webhooks" href="#/webhooks" />
        {isEnabled && <Action words="Send a test" kind="" run={test} />}
        <Action words="Edit" run={() => edit(webhook, reload)} />
        <Action words="New secret" run={() => renew(webhook, setRenewed, reload)} />
        <Turn webhook={webhook} turned={reload} />
        <Action words="Delete" kind="bad" run={() => remove(webhook)} />
      </Head>
      <p class="soft">
        {`Events: ${events.join(" and ")}. Created: `}
        <Time at={createdAt} />.
        {previousSecretUntil !== null && (
          <>
            {" The previous secret also signs until "}
            <Time at={previousSecretUntil} />.
          </>
        )}
      </p>
    </>
  );
}

function edit(webhook: Webhook, reload: () => Promise<void>): void {
  ask(`Edit ${nameOf(webhook)}`, settingsFields(webhook), "Save", async (values, form) => {
    await call("PATCH /v3/webhooks/{webhook_id}", { path: [webhook.id], body: settingsOf(values, form) });
    await reload();
  });
}

/** Default and maximum of the hours in which both secrets sign. */
const GRACE_HOURS = "24";
const MAX_GRACE_HOURS = "168";

function renew({ id }: Webhook, setRenewed: (renewed: WebhookSecretView) => void, reload: () => Promise<void>): void {
  const field: Field = {
    name: "hours",
    label: "Hours until the old secret expires",
    ...{ type: "number", value: GRACE_HOURS, min: "0", max: MAX_GRACE_HOURS, required: true },
    help: "Until then both secrets sign, so that you can update your receiver.",
  };
  ask("Create a new secret", [field], "Create", async ({ hours }) => {
    const body = { graceHours: Number(hours) };
    setRenewed(await call("POST /v3/webhooks/{webhook_id}/rotate-secret", { path: [id], body }));
    await reload();
  });
}

function remove(webhook: Webhook): void {
  const consequence = "It receives no more events. Pending deliveries will be deleted permanently.";
  confirm(`Delete ${nameOf(webhook)}?`, consequence, "Delete", async () => {
    await call("DELETE /v3/webhooks/{webhook_id}", { path: [webhook.id] });
    go("webhooks");
    say("The webhook was deleted.");
  });
}

function ResendDead({ webhook: { id, deadDeliveries }, resent }: { webhook: Webhook; resent(): Promise<void> }) {
  const send = async () => {
    const { resent: n } = await call("POST /v3/webhooks/{webhook_id}/deliveries/resend-dead", { path: [id] });
    say(`${counted(n, "delivery", "deliveries")} will be sent again.`);
    await resent();
  };
  return <Action words={`Resend given-up deliveries (${deadDeliveries})`} run={send} />;
}
