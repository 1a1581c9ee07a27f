/** The table of deliveries to a webhook, and a dialog with request and response. */
import { call } from "../../api/client.ts";
import type { DeliveryItemView, DeliveryView } from "../../api/v3.gen.ts";
import { say } from "../../app/notices.tsx";
import { Action, Copy } from "../../components/action.tsx";
import { show } from "../../components/dialog.tsx";
import { Badge, Code, Time } from "../../components/format.tsx";
import type { Column } from "../../components/table.tsx";

export const STATES = { waiting: "waiting", delivered: "delivered", dead: "given up" } as const;

const KINDS = { waiting: "running", delivered: "active", dead: "failed" } as const;

const nameOf = ({ event, createdAt }: DeliveryItemView) => `${event} of ${new Date(createdAt).toLocaleString()}`;

export function deliveryColumns(webhookId: string, reload: () => Promise<void>): Column<DeliveryItemView>[] {
  const resend = async (id: string) => {
    await call("POST /v3/webhooks/{webhook_id}/deliveries/{delivery_id}/resend", { path: [webhookId, id] });
    say("The delivery will be sent again.");
    await reload();
  };
  return [
    ["Event", ({ event }) => event],
    ["State", ({ state }) => <Badge kind={KINDS[state]}>{STATES[state]}</Badge>],
    ["Response", (one) => <ResponseText of={one} />],
    ["Attempts", ({ attempts }) => attempts],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    ["Next attempt", ({ nextAttemptAt }) => nextAttemptAt !== null && <Time at={nextAttemptAt} />],
    [
      "",
      (one) => (
        <span class="buttons-row">
          <Action words="Details" run={() => showDetails(webhookId, one.id)} of={`of ${nameOf(one)}`} />
          <Action words="Send again" run={() => resend(one.id)} label={`Send ${nameOf(one)} again`} />
        </span>
      ),
    ],
  ];
}

/** `200 in 35 ms`, or the error. */
function ResponseText({ of: { statusCode, error, durationMs } }: { of: DeliveryItemView }) {
  if (error !== null) return <span class="error">{error}</span>;
  const took = durationMs === null ? "" : ` in ${durationMs.toLocaleString()} ms`;
  return <span>{statusCode === null ? "" : `${statusCode}${took}`}</span>;
}

async function showDetails(webhookId: string, id: string): Promise<void> {
  const path: [string, string] = [webhookId, id];
  const one = await call("GET /v3/webhooks/{webhook_id}/deliveries/{delivery_id}", { path });
  show(one.event, "wide", (close) => <Details delivery={one} close={close} />);
}

function Details({ delivery, close }: { delivery: DeliveryView; close(): void }) {
  const { sessionId, attempts, lastAttemptAt, body, response } = delivery;
  return (
    <>
      <p class="soft">
        {`Attempts: ${attempts}, the last one: `}
        <Time at={lastAttemptAt} />. <ResponseText of={delivery} />
      </p>
      {sessionId !== null && (
        <p>
          <a href={`#/sessions/${sessionId}`} onClick={close}>
            Open the session
          </a>
        </p>
      )}
      <h3>Request</h3>
      <Text text={body} label="request" />
      <h3>Response</h3>
      {response ? <Text text={response} label="response" /> : <p class="soft">No response.</p>}
      <div class="buttons">
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}

function Text({ text, label }: { text: string; label: string }) {
  return (
    <div>
      <Code text={text} label={label} />
      <Copy text={text} of={label} />
    </div>
  );
}
