/** Webhooks: addresses that get a request when a task changes. */
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { numbered } from "../../api/pages.ts";
import type { WebhookView as Webhook, WebhookSecretView } from "../../api/v3.gen.ts";
import { go } from "../../app/route.ts";
import { Action } from "../../components/action.tsx";
import { ask } from "../../components/dialog.tsx";
import { counted, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { EnabledBadge, Secret, Turn } from "./parts.tsx";
import { nameOf, settingsFields, settingsOf } from "./settings.ts";

export function WebhooksView() {
  const polled = usePolled((pages) => numbered(pages, (query) => call("GET /v3/webhooks", { query })));
  const [made, setMade] = useState<WebhookSecretView>();
  const make = () =>
    ask("Create a webhook", settingsFields(), "Create", async (values, form) => {
      setMade(await call("POST /v3/webhooks", { body: settingsOf(values, form) }));
      await polled.reload();
    });
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <Head title="Webhooks" below={<Soft>{counted(found.totalItems ?? 0, "webhook")}</Soft>}>
            <Action words="Create a webhook" kind="" run={make} />
          </Head>
          <Secret of={made} />
          <List found={found} more={polled.more} columns={columns(polled.reload)} keyOf={({ id }) => id} none={NONE} />
        </>
      )}
    </Loaded>
  );
}

const NONE = (
  <Empty what="No webhook yet" command={`svc cloud v3 POST /webhooks '{"url": "https://example.com/hooks"}'`}>
    A webhook notifies your server when a task starts or ends. Create one here, or with the command line:
  </Empty>
);

function columns(reload: () => Promise<void>): Column<Webhook>[] {
  const test = async (id: string) => {
    await call("POST /v3/webhooks/{webhook_id}/test", { path: [id] });
    go(`webhooks/${id}`);
  };
  return [
    ["Webhook", (webhook) => <Name webhook={webhook} />],
    ["State", (webhook) => <EnabledBadge webhook={webhook} />],
    ["Waiting", ({ waitingDeliveries }) => waitingDeliveries],
    ["Given up", ({ deadDeliveries: dead }) => (dead === 0 ? 0 : <strong class="error">{dead}</strong>)],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    [
      "",
      (webhook) => (
        <span class="buttons-row">
          {webhook.isEnabled && (
            <Action words="Send a test" run={() => test(webhook.id)} of={`to ${nameOf(webhook)}`} />
          )}
          <Turn webhook={webhook} turned={reload} />
        </span>
      ),
    ],
  ];
}

function Name({ webhook }: { webhook: Webhook }) {
  return (
    <div class="task">
      <a href={`#/webhooks/${webhook.id}`}>{nameOf(webhook)}</a>
      {webhook.name !== null && <div class="soft line">{webhook.url}</div>}
    </div>
  );
}
