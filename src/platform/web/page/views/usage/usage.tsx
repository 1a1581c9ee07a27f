/** Usage and cost by day, model and session, with the remaining budget. */
import { useRef } from "preact/hooks";
import { addressOf, call, download } from "../../api/client.ts";
import type { UsageItem } from "../../api/v3.gen.ts";
import { Action } from "../../components/action.tsx";
import { Filter } from "../../components/fields.tsx";
import { ShortId, Soft } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, List, Table } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { Store, useStore } from "../../hooks/store.ts";
import { titleOf } from "../sessions/state.ts";
import { Cards } from "./cards.tsx";
import { ByDay } from "./days.tsx";
import { NUMBERS } from "./measures.ts";
import { PERIODS, type Period, periodOf } from "./period.ts";

/** Keeps the choice while other views are open. */
const period = new Store("30");

/** Longer than for other views, because sums over a long ledger are expensive. */
const EVERY_MS = 30_000;

/** Titles of sessions by ID; undefined for deleted sessions. */
type Titles = Map<string, string | undefined>;

export function UsageView() {
  const name = useStore(period);
  const titles = useRef<Titles>(new Map());
  const polled = usePolled((pages) => read(periodOf(name), pages, titles.current), [name], EVERY_MS);
  return (
    <Loaded of={polled}>
      {({ shown, account, byDay, byModel, sessions }) => (
        <>
          <Head title="Usage" below={<Soft>Days are in UTC.</Soft>}>
            <Filter label="Period" class="narrow" choices={PERIODS} chosen={name} choose={(one) => period.set(one)} />
            <Action words="Export as CSV" run={exportLedger} />
          </Head>
          <Cards account={account} totals={byDay.totals} />
          <ByDay period={shown} {...byDay} />
          <div class="card">
            <h2>By model</h2>
            <Table items={byModel.items} columns={MODELS} keyOf={keyOf} none="Nothing was used in this period." />
          </div>
          <h2>Sessions by cost</h2>
          <List
            found={sessions}
            more={polled.more}
            columns={[["Session", ({ group }) => <SessionLink id={group} titles={titles.current} />], ...NUMBERS]}
            keyOf={keyOf}
            none={
              <Empty what="No session has costs">
                Sessions of this period are listed here, the most expensive first.
              </Empty>
            }
          />
        </>
      )}
    </Loaded>
  );
}

/** Maximum page size of the API, and the number of sessions per page of the list. */
const MAX_PAGE_SIZE = 1_000;
const SESSION_ROWS = 10;

async function read(shown: Period, pages: number, titles: Titles) {
  const usage = (by: "day" | "model" | "session", pageSize = MAX_PAGE_SIZE) =>
    call("GET /v3/billing/usage", { query: { ...shown, by, pageSize } });
  const [account, byDay, byModel, bySession] = await Promise.all([
    call("GET /v3/billing/account"),
    usage("day"),
    usage("model"),
    usage("session", Math.min(MAX_PAGE_SIZE, SESSION_ROWS * pages)),
  ]);
  const { items, totalItems } = bySession;
  await readTitles(titles, items);
  const sessions = { items, totalItems, hasMore: items.length < Math.min(MAX_PAGE_SIZE, totalItems) };
  return { shown, account, byDay, byModel, sessions };
}

/** Reads the titles of sessions that are not in the map yet. */
async function readTitles(titles: Titles, items: readonly UsageItem[]): Promise<void> {
  const unknown = items.flatMap(({ group }) => (group === null || titles.has(group) ? [] : [group]));
  await Promise.all(
    unknown.map(async (id) => {
      // The session may be deleted.
      const found = await call("GET /v3/sessions/{session_id}", { path: [id] }).catch(() => undefined);
      titles.set(id, found && titleOf(found));
    }),
  );
}

async function exportLedger(): Promise<void> {
  const { from, to } = periodOf(period.value);
  const file = await download(addressOf("GET /v3/billing/ledger.csv", [], { from, to }));
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(file), download: `ledger-${from}-${to}.csv` });
  link.click();
  // The browser has started to read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const keyOf = ({ group }: UsageItem) => group ?? "";

const MODELS: Column<UsageItem>[] = [
  ["Model", ({ group }) => group ?? <Soft>No model: browsers, traffic</Soft>],
  ...NUMBERS,
];

function SessionLink({ id, titles }: { id: string | null; titles: Titles }) {
  if (id === null) return <Soft>Browsers without a session, purged sessions</Soft>;
  const title = titles.get(id);
  if (title !== undefined) return <a href={`#/sessions/${id}`}>{title}</a>;
  return (
    <span>
      Deleted session <ShortId id={id} />
    </span>
  );
}
