/** The runs of a skill with their durations and outputs. */
import { call, here, read } from "../../api/client.ts";
import { numbered } from "../../api/pages.ts";
import type { SkillExecutionView } from "../../api/v2.gen.ts";
import { go } from "../../app/route.ts";
import { Action, Copy } from "../../components/action.tsx";
import { show } from "../../components/dialog.tsx";
import { Badge, Code, counted, duration, Soft, Time } from "../../components/format.tsx";
import { Loaded } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { jsonOf } from "./parts.tsx";

export function Runs({ skillId }: { skillId: string }) {
  const polled = usePolled((pages) =>
    numbered(pages, (query) => call("GET /v2/skills/{skill_id}/executions", { path: [skillId], query })),
  );
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <p>
            <Soft>{counted(found.totalItems ?? 0, "run")}</Soft>
          </p>
          <List
            {...{ found, more: polled.more }}
            columns={COLUMNS}
            keyOf={({ id }) => id}
            none={
              <Empty what="No runs yet" command={`svc cloud v2 POST /skills/${skillId}/execute '{"parameters": {}}'`}>
                Run it in the tab Run, or with the command line:
              </Empty>
            }
          />
        </>
      )}
    </Loaded>
  );
}

const KINDS: Record<string, string> = { running: "running", completed: "active", failed: "failed" };

const nameOf = ({ startedAt }: SkillExecutionView) => `the run of ${new Date(startedAt).toLocaleString()}`;

const COLUMNS: Column<SkillExecutionView>[] = [
  ["State", ({ status }) => <Badge kind={KINDS[status] ?? ""}>{status}</Badge>],
  ["Started", ({ startedAt }) => <Time at={startedAt} />],
  ["Duration", ({ latencyMs }) => latencyMs !== null && duration(latencyMs)],
  [
    "",
    (run) => (
      <span class="buttons-row">
        {run.hasOutput && <Action words="Output" run={() => showOutput(run)} of={`of ${nameOf(run)}`} />}
        <Action words="Session" run={() => openSession(run)} of={`of ${nameOf(run)}`} />
      </span>
    ),
  ],
];

/** A run is a task of a session. */
async function openSession({ id }: SkillExecutionView): Promise<void> {
  const { sessionId } = await call("GET /v2/tasks/{task_id}", { path: [id] });
  go(`sessions/${sessionId}`);
}

async function showOutput(run: SkillExecutionView): Promise<void> {
  const text = await outputOf(run);
  show("Output", "wide", (close) => (
    <>
      <Code text={text} label="The output" />
      <div class="buttons">
        <Copy text={text} of="the output" />
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
    </>
  ));
}

async function outputOf({ id, skillId }: SkillExecutionView): Promise<string> {
  const path: [string, string] = [skillId, id];
  const { downloadUrl } = await call("GET /v2/skills/{skill_id}/executions/{execution_id}/output", { path });
  const text = await (await fetch(here(downloadUrl))).text();
  const value = read(text);
  return value === undefined ? text : jsonOf(value);
}
