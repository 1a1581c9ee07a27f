/** The versions of a skill: a comparison of their scripts, and a way to restore an earlier one. */
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import type { SkillResponse, SkillVersionView } from "../../api/v2.gen.ts";
import { say } from "../../app/notices.tsx";
import { Action, Copy } from "../../components/action.tsx";
import { confirm } from "../../components/dialog.tsx";
import { Filter } from "../../components/fields.tsx";
import { Badge, counted, Time } from "../../components/format.tsx";
import { Loaded } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { diff, type Line } from "./diff.ts";

interface VersionsProps {
  skill: SkillResponse;
  reload(): Promise<void>;
}

export function Versions({ skill, reload }: VersionsProps) {
  const polled = usePolled(() => call("GET /v2/skills/{skill_id}/versions", { path: [skill.id] }));
  const changed = async () => {
    await Promise.all([reload(), polled.reload()]);
  };
  return (
    <Loaded of={polled}>
      {({ versions }) => {
        const current = versions.find(({ isCurrent }) => isCurrent) ?? versions[0];
        if (!current) return <p class="card empty">There is no version yet.</p>;
        const before = versions.find(({ number }) => number < current.number);
        return (
          <>
            <div class="card">
              <Table items={versions} columns={COLUMNS} keyOf={({ number }) => String(number)} none="" />
              {before && <RestoreButton {...{ skill, before, changed }} />}
            </div>
            <Comparison key={current.number} versions={versions} from={before ?? current} to={current} />
          </>
        );
      }}
    </Loaded>
  );
}

const COLUMNS: Column<SkillVersionView>[] = [
  ["Version", ({ number }) => `Version ${number}`],
  ["State", ({ isCurrent }) => isCurrent && <Badge kind="active">in use</Badge>],
  ["Created", ({ finishedAt }) => <Time at={finishedAt} />],
];

interface RestoreProps {
  skill: SkillResponse;
  before: SkillVersionView;
  changed(): Promise<void>;
}

function RestoreButton({ skill: { id, isPublic, status }, before: { number }, changed }: RestoreProps) {
  if (isPublic) return <p class="soft">A public skill cannot be restored to an earlier version. Withdraw it first.</p>;
  if (status !== "finished") return null;
  const consequence = `From now on version ${number} is used. The later version remains visible, but cannot be restored.`;
  const restore = () =>
    confirm(`Restore version ${number}?`, consequence, "Restore", async () => {
      await call("POST /v2/skills/{skill_id}/rollback", { path: [id] });
      say(`Version ${number} is now in use.`);
      await changed();
    });
  return (
    <p>
      <Action words={`Restore version ${number}`} kind="bad" run={restore} />
    </p>
  );
}

interface ComparisonProps {
  versions: readonly SkillVersionView[];
  /** The versions that are compared initially. */
  from: SkillVersionView;
  to: SkillVersionView;
}

/** Compares two versions line by line; shows the script if they are the same. */
function Comparison({ versions, from, to }: ComparisonProps) {
  const [one, setOne] = useState(String(from.number));
  const [other, setOther] = useState(String(to.number));
  const version = (number: string) => versions.find((candidate) => String(candidate.number) === number);
  const [a = from, b = to] = [version(one), version(other)];
  const choices = versions.map(({ number }) => [String(number), `Version ${number}`] as const);
  return (
    <div class="card">
      <div class="filters">
        <h2>Script</h2>
        {versions.length > 1 && (
          <>
            <Filter label="Compare this version" choices={choices} chosen={one} choose={setOne} />
            <span>with</span>
            <Filter label="with this one" choices={choices} chosen={other} choose={setOther} />
          </>
        )}
      </div>
      <Difference from={a} to={b} />
    </div>
  );
}

function Difference({ from, to }: { from: SkillVersionView; to: SkillVersionView }) {
  const script = scriptOf(to);
  const lines = diff(scriptOf(from), script);
  const count = (kind: Line["kind"]) => lines.filter((line) => line.kind === kind).length;
  const summary = from === to ? "The script" : `${counted(count("added"), "line")} added, ${count("removed")} removed`;
  return (
    <>
      <p class="soft" role="status">
        {summary}
      </p>
      <section class="code diff" tabIndex={0} aria-label={summary}>
        {lines.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <ScriptLine key={n} line={line} />
        ))}
      </section>
      <Copy text={script} of={`the script of version ${to.number}`} />
    </>
  );
}

function scriptOf({ code }: SkillVersionView): string {
  return new TextDecoder().decode(Uint8Array.from(atob(code), (char) => char.charCodeAt(0)));
}

const KINDS = { same: ["span", " "], added: ["ins", "+"], removed: ["del", "−"] } as const;

function ScriptLine({ line: { kind, text } }: { line: Line }) {
  const [Tag, mark] = KINDS[kind];
  return <Tag class="line-of-code">{`${mark} ${text.replaceAll("\t", "    ")}`}</Tag>;
}
