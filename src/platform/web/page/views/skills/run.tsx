/** A form for the parameters of a skill, and the result of its run. */
import { useState } from "preact/hooks";
import type { ExecuteSkillRequest, ExecuteSkillResponse, ParameterSchema } from "../../api/v2.gen.ts";
import { Copy } from "../../components/action.tsx";
import { type Field, FieldRow } from "../../components/fields.tsx";
import { Badge, Code, duration } from "../../components/format.tsx";
import { type AnySkill, jsonOf } from "./parts.tsx";
import { secretFields, secretsOf } from "./secrets.ts";

interface RunFormProps {
  skill: AnySkill;
  /** Path of the skill in the API, for the command line. */
  path: string;
  execute(body: ExecuteSkillRequest): Promise<ExecuteSkillResponse>;
}

/** A run in progress, its outcome, or the error that prevented it. */
type Run = "busy" | { outcome: ExecuteSkillResponse; command: string } | { error: string } | undefined;

const HEAL: Field = {
  name: "autoHeal",
  label: "If the script fails, let an agent do the task and repair the script",
  type: "checkbox",
  checked: true,
};

export function RunForm({ skill: { parameters, secrets }, path, execute }: RunFormProps) {
  const [run, setRun] = useState<Run>();
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (run === "busy") return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setRun("busy");
    try {
      const body = { parameters: parametersOf(form, parameters), autoHeal: form.has("autoHeal") };
      const outcome = await execute({ ...body, ...secretsOf(secrets, (name) => form.get(name)) });
      setRun({ outcome, command: commandOf(path, { ...body, ...secretsOf(secrets) }) });
    } catch (error) {
      setRun({ error: (error as Error).message });
    }
  };
  const fields = [...parameters.map(parameterField), ...secretFields(secrets), HEAL];
  return (
    <>
      <form class="run" onSubmit={send}>
        {fields.map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
        <p class="error" role="alert">
          {typeof run === "object" && "error" in run && run.error}
        </p>
        <div class="buttons-row">
          <button type="submit" aria-disabled={run === "busy" || undefined}>
            Run
          </button>
        </div>
      </form>
      <div role="status">
        {run === "busy" && <p class="soft">The script is running…</p>}
        {typeof run === "object" && "outcome" in run && <Outcome {...run} />}
      </div>
    </>
  );
}

const NAME = "parameter-";

/** How fields of types other than text are displayed. */
const FIELDS: Readonly<Record<string, Partial<Field>>> = {
  number: { type: "number", step: "any" },
  boolean: { type: "checkbox" },
  object: { type: "textarea", help: "A JSON object." },
  array: { type: "textarea", help: "A JSON list." },
};

function parameterField({ name, type, required, description, default: given }: ParameterSchema): Field {
  const { help, ...field } = FIELDS[type] ?? {};
  const helpText = [description, help].filter(Boolean).join(" ");
  return {
    name: `${NAME}${name}`,
    label: required ? name : `${name} (optional)`,
    ...field,
    ...(type === "boolean" ? { checked: given === true } : { required, value: jsonOf(given ?? "") }),
    ...(helpText === "" ? {} : { help: helpText }),
  };
}

/** The values of the fields without empty ones. Errors: text that is not JSON. */
function parametersOf(form: FormData, parameters: readonly ParameterSchema[]): Record<string, unknown> {
  const entries = parameters.flatMap(({ name, type }): [string, unknown][] => {
    const text = form.get(`${NAME}${name}`);
    if (type === "boolean") return [[name, text !== null]];
    if (typeof text !== "string" || text === "") return [];
    if (type === "number") return [[name, Number(text)]];
    return [[name, type === "object" || type === "array" ? parsed(name, text) : text]];
  });
  return Object.fromEntries(entries);
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. Put text in double quotes, like ["first", "second"].`);
  }
}

/** The equivalent command. Shells do not interpret text in single quotes. */
function commandOf(path: string, body: object): string {
  return `svc cloud v2 POST ${path}/execute '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`;
}

function Outcome({ outcome, command }: { outcome: ExecuteSkillResponse; command: string }) {
  const { success, result, error, stderr, latencyMs } = outcome;
  const text = result === undefined || result === null ? "" : jsonOf(result);
  return (
    <>
      <p class="buttons-row">
        <Badge kind={success ? "active" : "failed"}>{success ? "done" : "failed"}</Badge>
        {`in ${duration(latencyMs ?? 0)}`}
        {text !== "" && <Copy text={text} of="the output" />}
        <Copy words="Copy as command" text={command} of="that does the same" />
      </p>
      {error && <p class="error">{error}</p>}
      {text && <Code text={text} />}
      {stderr && (
        <>
          <h3>Printed by the script</h3>
          <Code text={stderr} />
        </>
      )}
    </>
  );
}
