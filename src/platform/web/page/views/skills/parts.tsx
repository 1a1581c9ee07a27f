/** Components that the views of skills share: badges, categories and parameters. */
import type { MarketplaceSkillResponse, ParameterSchema, SkillResponse } from "../../api/v2.gen.ts";
import { Badge, Code } from "../../components/format.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { categoriesOf } from "./categories.ts";

/** An own skill or a public one. */
export type AnySkill = SkillResponse | MarketplaceSkillResponse;

const STATES = {
  recording: "demonstration",
  generating: "generation",
  finished: "ready",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "timed out",
} as const;

export const isMade = ({ status }: SkillResponse) => status === "recording" || status === "generating";

export function StateBadge({ skill }: { skill: SkillResponse }) {
  const { status, isEnabled } = skill;
  if (status === "finished") return <Badge kind={isEnabled ? "active" : ""}>{isEnabled ? "ready" : "disabled"}</Badge>;
  const kind = isMade(skill) ? "running" : status === "cancelled" ? "" : "failed";
  return <Badge kind={kind}>{STATES[status]}</Badge>;
}

export function Categories({ skill }: { skill: AnySkill }) {
  return skill.categories.length > 0 ? <span class="wide">{categoriesOf(skill)}</span> : null;
}

/** Formats JSON for a reader; a text stays unchanged. */
export const jsonOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

const COLUMNS: Column<ParameterSchema>[] = [
  ["Name", ({ name }) => <code>{name}</code>],
  ["Type", ({ type }) => type],
  ["Required", ({ required }) => (required ? "yes" : "no")],
  ["Description", ({ description }) => description],
];

/** Parameters and output schema of a skill. */
export function Shape({ skill: { parameters, outputSchema } }: { skill: AnySkill }) {
  return (
    <>
      <h2>Parameters</h2>
      <Table items={parameters} columns={COLUMNS} keyOf={({ name }) => name} none="This skill has no parameters." />
      <details>
        <summary>JSON Schema of the output</summary>
        <Code text={jsonOf(outputSchema)} />
      </details>
    </>
  );
}
