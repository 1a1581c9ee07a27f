/** A form that is made of the parameters of a skill, and what its run gave. */
import { copyButton } from "../../dialog.ts";
import { h } from "../../dom.ts";
import { type Field, fieldOf } from "../../fields.ts";
import { block, duration } from "../../format.ts";
import { type AnySkill, execute, type Outcome, type Parameter, shown } from "../../skills.ts";
import { secretFields, secretsOf } from "./secrets.ts";

/** `path` is that of the skill in the API. `ran` is called after each run. */
export function runForm(skill: AnySkill, path: string, ran: () => void = () => {}): HTMLElement {
  const { parameters, secrets } = skill;
  const error = h("p", { className: "error", role: "alert" });
  const outcome = h("div", { role: "status" });
  const submit = h("button", { type: "submit" }, "Run");
  const heal = fieldOf({
    name: "autoHeal",
    label: "If the script fails, have an agent do it and mend the script",
    type: "checkbox",
    checked: true,
  });
  const form = h(
    "form",
    { className: "run" },
    parameters.map((one) => fieldOf(parameterField(one))),
    secretFields(secrets).map(fieldOf),
    heal,
    error,
    h("div", { className: "buttons-row" }, submit),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    error.textContent = "";
    if (submit.ariaDisabled === "true") return;
    run(form, skill, path, outcome)
      .catch((reason: Error) => {
        outcome.replaceChildren();
        error.textContent = reason.message;
      })
      .finally(() => {
        submit.ariaDisabled = null;
        ran();
      });
    submit.ariaDisabled = "true";
  });
  return h("div", {}, form, outcome);
}

async function run(
  form: HTMLFormElement,
  { parameters, secrets }: AnySkill,
  path: string,
  outcome: HTMLElement,
): Promise<void> {
  const data = new FormData(form);
  const asked = { parameters: valuesOf(data, parameters), autoHeal: data.has("autoHeal") };
  const given = secretsOf(secrets, (name) => data.get(name));
  outcome.replaceChildren(h("p", { className: "soft" }, "The script is at work…"));
  outcome.replaceChildren(
    ...outcomeOf(await execute(path, { ...asked, ...given }), path, { ...asked, ...secretsOf(secrets) }),
  );
}

const NAME = "parameter-";

function parameterField({ name, type, required, description, default: given }: Parameter): Field {
  const help = [
    description,
    type === "object" || type === "array" ? `JSON, ${type === "array" ? "a list" : "an object"}.` : "",
  ];
  const told = help.filter(Boolean).join(" ");
  const isText = type === "object" || type === "array";
  return {
    name: `${NAME}${name}`,
    label: required ? name : `${name} (may be left empty)`,
    type: isText ? "textarea" : type === "boolean" ? "checkbox" : type === "number" ? "number" : "text",
    ...(type === "number" ? { step: "any" } : {}),
    ...(type === "boolean" ? { checked: given === true } : { required }),
    ...(given === undefined || given === null || type === "boolean" ? {} : { value: shown(given) }),
    ...(told === "" ? {} : { help: told }),
  };
}

/** What is empty is left out. Errors: what is no JSON. */
function valuesOf(data: FormData, parameters: readonly Parameter[]): Record<string, unknown> {
  const entries = parameters.flatMap(({ name, type }): [string, unknown][] => {
    const text = data.get(`${NAME}${name}`);
    if (type === "boolean") return [[name, text !== null]];
    if (typeof text !== "string" || text === "") return [];
    if (type === "number") return [[name, Number(text)]];
    return [[name, type === "object" || type === "array" ? json(name, text) : text]];
  });
  return Object.fromEntries(entries);
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. Text stands in double quotes there, like ["first", "second"].`);
  }
}

function outcomeOf(given: Outcome, path: string, asked: object): HTMLElement[] {
  const { success, result, error, stderr, latencyMs } = given;
  const text = result === undefined || result === null ? "" : shown(result);
  // A shell takes what is in single quotes as it is.
  const body = JSON.stringify(asked).replaceAll("'", `'\\''`);
  const command = `svc cloud v2 POST ${path.replace("/api/v2", "")}/execute '${body}'`;
  return [
    h(
      "p",
      { className: "buttons-row" },
      h("span", { className: `badge ${success ? "active" : "failed"}` }, success ? "done" : "failed"),
      `in ${duration(latencyMs ?? 0)}`,
      text !== "" && copyButton("Copy", "the output", text),
      copyButton("Copy as command", "that does the same", command),
    ),
    ...(error ? [h("p", { className: "error" }, error)] : []),
    ...(text ? [h("div", { className: "code" }, block(text))] : []),
    ...(stderr ? [h("h3", {}, "Printed"), h("div", { className: "code" }, block(stderr))] : []),
  ];
}
