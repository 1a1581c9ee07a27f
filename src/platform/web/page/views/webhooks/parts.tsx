/** Components that the views of webhooks share. */
import { call } from "../../api/client.ts";
import type { WebhookView as Webhook } from "../../api/v3.gen.ts";
import { Action } from "../../components/action.tsx";
import { Badge } from "../../components/format.tsx";
import { ShownOnce } from "../../components/secret.tsx";
import { nameOf } from "./settings.ts";

const ABOUT = "Your receiver verifies signatures with this secret. Store it there and nowhere else.";

/** Shows the secret of a webhook after it was created or renewed. */
export function Secret({ of }: { of: (Webhook & { secret: string }) | undefined }) {
  return (
    <div role="status">
      {of && (
        <ShownOnce
          title={`Secret of ${nameOf(of)} (shown only once)`}
          secret={of.secret}
          label="the secret"
          about={ABOUT}
        />
      )}
    </div>
  );
}

export function EnabledBadge({ webhook: { isEnabled } }: { webhook: Webhook }) {
  return <Badge kind={isEnabled ? "active" : ""}>{isEnabled ? "on" : "off"}</Badge>;
}

export function Turn({ webhook, turned }: { webhook: Webhook; turned(): Promise<void> }) {
  const verb = webhook.isEnabled ? "Disable" : "Enable";
  const turn = async () => {
    const body = { isEnabled: !webhook.isEnabled };
    await call("PATCH /v3/webhooks/{webhook_id}", { path: [webhook.id], body });
    await turned();
  };
  return <Action words={verb} run={turn} of={nameOf(webhook)} />;
}
