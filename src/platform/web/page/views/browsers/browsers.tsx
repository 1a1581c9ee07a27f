/** The list of browsers, and the form that starts one. */
import { call } from "../../api/client.ts";
import type { BrowserSessionItemView } from "../../api/v3.gen.ts";
import { go } from "../../app/route.ts";
import { Action, LinkButton } from "../../components/action.tsx";
import { ask } from "../../components/dialog.tsx";
import type { Field } from "../../components/fields.tsx";
import { Badge, ShortId, Soft, span, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, Table } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { profileChoices } from "../choices.ts";
import { stop } from "./stop.ts";

export function BrowsersView() {
  const polled = usePolled(browsers);
  const none = (
    <Empty what="No browser has run yet" command="svc cloud v3 POST /browsers">
      Start one here, or with the command line:
    </Empty>
  );
  return (
    <Loaded of={polled}>
      {({ items, running, total }) => {
        const rest = total > items.length ? `, the newest ${items.length} are shown` : "";
        return (
          <>
            <Head title="Browsers" below={<Soft>{`${running} running, ${total} in total${rest}`}</Soft>}>
              <Action words="Start a browser" kind="" run={start} />
            </Head>
            <div class="card">
              <Table items={items} columns={columns(polled.reload)} keyOf={({ id }) => id} none={none} />
            </div>
          </>
        );
      }}
    </Loaded>
  );
}

/** Reads all running browsers and the newest hundred of all. */
async function browsers() {
  const [active, all] = await Promise.all([
    call("GET /v3/browsers", { query: { pageSize: 100, filterBy: "active" } }),
    call("GET /v3/browsers", { query: { pageSize: 100 } }),
  ]);
  const items = new Map([...active.items, ...all.items].map((one) => [one.id, one]));
  const newestFirst = [...items.values()].sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  return { items: newestFirst, running: active.totalItems, total: all.totalItems };
}

function columns(reload: () => Promise<void>): Column<BrowserSessionItemView>[] {
  const stopping = async (id: string) => {
    await stop(id);
    await reload();
  };
  return [
    ["Browser", ({ id }) => <ShortId id={id} />],
    ["Status", ({ status }) => <Badge kind={status}>{status}</Badge>],
    ["Started", ({ startedAt }) => <Time at={startedAt} />],
    ["Duration", durationOf],
    ["Proxy", ({ proxyUsedMb }) => `${Number(proxyUsedMb)} MB`],
    [
      "",
      ({ id, status }) => {
        const verb = status === "active" ? "Live view" : "Details";
        return (
          <span>
            <LinkButton words={verb} href={`#/browsers/${id}`} of={`of ${id.slice(0, 8)}`} />{" "}
            {status === "active" && <Action words="Stop" kind="bad" run={() => stopping(id)} of={id.slice(0, 8)} />}
          </span>
        );
      },
    ],
  ];
}

function durationOf({ startedAt, finishedAt }: BrowserSessionItemView): string {
  const end = finishedAt === null ? Date.now() : Date.parse(finishedAt);
  return span((end - Date.parse(startedAt)) / 1_000);
}

/** Longest lifetime of a browser, in minutes, as in the API. */
const MAX_MINUTES = "240";

async function start(): Promise<void> {
  const minutes: Partial<Field> = { type: "number", value: "60", min: "1", max: MAX_MINUTES, required: true };
  const fields: Field[] = [
    { name: "timeout", label: `Time limit in minutes (1 to ${MAX_MINUTES})`, ...minutes },
    { name: "profileId", label: "Profile", choices: await profileChoices() },
    { name: "enableRecording", label: "Record a video", type: "checkbox" },
  ];
  ask("Start a browser", fields, "Start", async ({ timeout, profileId, enableRecording }) => {
    const body = {
      timeout: Number(timeout),
      profileId: profileId || null,
      enableRecording: enableRecording === "on",
    };
    const { id } = await call("POST /v3/browsers", { body });
    go(`browsers/${id}`);
  });
}
