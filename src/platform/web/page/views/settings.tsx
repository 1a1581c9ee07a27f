/** Settings: the API keys and the configuration of this server. */
import { useState } from "preact/hooks";
import { createKey, type Key, keys, revokeKey, type ServerFacts, server } from "../api/server.ts";
import { say } from "../app/notices.tsx";
import { Action } from "../components/action.tsx";
import { ask, confirm } from "../components/dialog.tsx";
import { Badge, Time } from "../components/format.tsx";
import { Head, Loaded, Tabs } from "../components/page.tsx";
import { ShownOnce } from "../components/secret.tsx";
import { type Column, Table } from "../components/table.tsx";
import { usePolled } from "../hooks/polled.ts";

const TABS = [
  ["settings/keys", "API keys"],
  ["settings/server", "Server"],
] as const;

export function SettingsView({ tab }: { tab: string }) {
  const current = `settings/${tab}`;
  return (
    <>
      <Head title="Settings" tab={TABS.find(([path]) => path === current)?.[1]} />
      <Tabs label="Settings" tabs={TABS} current={current} />
      {tab === "server" ? <ServerTab /> : <KeysTab />}
    </>
  );
}

function KeysTab() {
  const polled = usePolled(keys);
  const [made, setMade] = useState("");
  const create = () =>
    ask("Create an API key", [{ name: "name", label: "Name", required: true }], "Create", async ({ name = "" }) => {
      setMade((await createKey(name)).key);
      await polled.reload();
    });
  return (
    <Loaded of={polled}>
      {(all) => (
        <>
          <div class="top">
            <p class="soft">A key gives access to everything in this project. Send it in the header X-Svc-API-Key.</p>
            <Action words="Create an API key" kind="" run={create} />
          </div>
          <div role="status">
            {made && <ShownOnce title="New API key (shown only once)" secret={made} label="the new key" />}
          </div>
          <div class="card">
            <Table items={all} columns={columns(polled.reload)} keyOf={({ id }) => id} none="No API keys." />
          </div>
        </>
      )}
    </Loaded>
  );
}

function columns(reload: () => Promise<void>): Column<Key>[] {
  const revoke = ({ id, name }: Key) =>
    confirm(`Revoke ${name}?`, "Requests with this key will be refused.", "Revoke", async () => {
      await revokeKey(id);
      say("The key was revoked.");
      await reload();
    });
  return [
    ["Name", ({ name }) => name],
    ["Key", ({ start }) => <code>{`${start}…`}</code>],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    ["Last used", ({ lastUsedAt }) => <Time at={lastUsedAt} />],
    ["Status", ({ revokedAt }) => (revokedAt === null ? <Badge kind="active">valid</Badge> : <Badge>revoked</Badge>)],
    ["", (one) => one.revokedAt === null && <Action words="Revoke" kind="bad" run={() => revoke(one)} of={one.name} />],
  ];
}

const FACTS: readonly [key: keyof ServerFacts, name: string][] = [
  ["version", "Version"],
  ["address", "Address"],
  ["database", "Database"],
  ["objects", "Files, profiles and recordings"],
  ["concurrency", "Browsers at the same time"],
  ["running", "Running now"],
  ["waiting", "Waiting for a browser"],
  ["warm", "Started in advance"],
  ["privateNetwork", "Private network"],
];

function ServerTab() {
  const polled = usePolled(server);
  return (
    <Loaded of={polled}>
      {(facts) => (
        <div class="card">
          <Table
            items={FACTS}
            columns={[
              ["Setting", ([, name]) => name],
              ["Value", ([key]) => String(facts[key])],
            ]}
            keyOf={([key]) => key}
            none=""
          />
          <p class="soft">
            Change these values on the server with <code>svc config set</code> or options of <code>svc serve</code>.
          </p>
        </div>
      )}
    </Loaded>
  );
}
