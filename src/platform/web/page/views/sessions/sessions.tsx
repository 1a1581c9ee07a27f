/** The list of agent sessions. */
import { call } from "../../api/client.ts";
import { type Found, numbered } from "../../api/pages.ts";
import type { SessionFilter, SessionResponse } from "../../api/v3.gen.ts";
import { say } from "../../app/notices.tsx";
import { Action } from "../../components/action.tsx";
import { type Choice, Filter, Search } from "../../components/fields.tsx";
import { Badge, cost, ShortId, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, Table } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { Store, useStore } from "../../hooks/store.ts";
import { startDialog } from "./start.ts";
import { isLive, STATES, type State, stateOf, textOf, titleOf } from "./state.ts";

interface Wanted {
  state: State | "";
  words: string;
}

/** Keeps the choice while other views are open. */
const filter = new Store<Wanted>({ state: "", words: "" });

export function SessionsView() {
  const wanted = useStore(filter);
  const polled = usePolled((pages) => sessions(pages, wanted.state), [wanted.state]);
  const want = (change: Partial<Wanted>) => filter.set({ ...wanted, ...change });
  return (
    <Loaded of={polled}>
      {(found) => {
        const shown = found.items.filter((one) => isWanted(one, wanted));
        return (
          <>
            <Head title="Sessions" below={<Soft>{countOf(found, wanted)}</Soft>}>
              <Action words="Start a session" kind="" run={() => startDialog()} />
            </Head>
            <search class="filters">
              <Search label="Search tasks" words={wanted.words} search={(words) => want({ words })} />
              <Filter
                label="State"
                choices={CHOICES}
                chosen={wanted.state}
                choose={(state) => want({ state: state as State })}
              />
            </search>
            <div class="card">
              <Table
                items={shown}
                columns={columns(polled.reload)}
                keyOf={({ id }) => id}
                none={found.items.length > 0 ? "No session matches." : NONE}
              />
            </div>
            <p class="more">{found.hasMore && <Action words="Show older" run={polled.more} />}</p>
          </>
        );
      }}
    </Loaded>
  );
}

const CHOICES: Choice[] = [["", "Any state"], ...Object.entries(STATES)];

const NONE = (
  <Empty what="No session yet" command={`svc cloud v3 POST /sessions '{"task": "Read the headlines of example.com"}'`}>
    Give an agent a task. Start one here, or with the command line:
  </Empty>
);

/** The server's filter for a state; the view filters the rest. */
const FILTERS: Record<State, SessionFilter> = {
  ...({ starting: "active", running: "active", waiting: "active", idle: "active" } as const),
  ...({ done: "ended", failed: "ended", ended: "ended" } as const),
};

/** Reads the newest sessions and the total. */
function sessions(pages: number, state: State | ""): Promise<Found<SessionResponse>> {
  return numbered(pages, async ({ pageSize, pageNumber }) => {
    const filter = state === "" ? {} : { filterBy: FILTERS[state] };
    const { sessions, total } = await call("GET /v3/sessions", {
      query: { page_size: pageSize, page: pageNumber, ...filter },
    });
    return { items: sessions, totalItems: total };
  });
}

function countOf({ items, totalItems }: Found<SessionResponse>, wanted: Wanted): string {
  if (wanted.state === "") return `${items.filter(isLive).length} open, ${totalItems} in total`;
  return `${items.filter((one) => isWanted(one, wanted)).length} of ${totalItems} searched`;
}

function isWanted(session: SessionResponse, { state, words }: Wanted): boolean {
  if (state !== "" && state !== stateOf(session)) return false;
  const text = `${session.title ?? ""} ${session.id} ${session.model}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Maximum length of the line with the newest event. */
const MAX_LINE = 300;

/** The newest event of a session as one line. */
function line({ question, isTaskSuccessful, endReason, output, lastStepSummary }: SessionResponse): string {
  // The answer of a successful task takes precedence over a later end of the session.
  const reason = isTaskSuccessful === true ? (textOf(output) ?? endReason) : (endReason ?? textOf(output));
  return (question ?? reason ?? lastStepSummary ?? "").replace(/\s+/g, " ").slice(0, MAX_LINE);
}

function columns(reload: () => Promise<void>): Column<SessionResponse>[] {
  const end = async (id: string) => {
    await stop(id, "session");
    say("The session was stopped.");
    await reload();
  };
  return [
    ["Task", (session) => <Task session={session} />],
    ["State", (session) => <StateBadge session={session} />],
    ["Steps", ({ stepCount }) => stepCount],
    ["Cost", ({ totalCostUsd }) => <span class="whole">{cost(totalCostUsd)}</span>],
    [
      "Model",
      ({ model }) => (
        <span class="whole" title={model}>
          {model}
        </span>
      ),
    ],
    ["Started", ({ createdAt }) => <Time at={createdAt} />],
    [
      "",
      (session) =>
        isLive(session) && <Action words="Stop" kind="bad" run={() => end(session.id)} of={titleOf(session)} />,
    ],
  ];
}

function Task({ session }: { session: SessionResponse }) {
  const { id, title } = session;
  return (
    <div class="task">
      <a href={`#/sessions/${id}`} aria-label={titleOf(session)}>
        {title ?? (
          <>
            Session <ShortId id={id} />
          </>
        )}
      </a>
      <div class="soft line">{line(session)}</div>
    </div>
  );
}

export function StateBadge({ session }: { session: SessionResponse }) {
  const state = stateOf(session);
  return <Badge kind={state}>{STATES[state]}</Badge>;
}

export const stop = (id: string, strategy: "task" | "session") =>
  call("POST /v3/sessions/{session_id}/stop", { path: [id], body: { strategy } });
