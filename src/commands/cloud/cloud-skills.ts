import { option, optionOr, positional, positionals } from "../../args.ts";
import type { Api } from "../../cloud/api.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { readText } from "../../lib/atomic-file.ts";
import { integer, text } from "../../values.ts";
import { queryPair, requestBody, uuid } from "../../web-values.ts";
import { keyOptions } from "./cloud-api.ts";

interface Parameter {
  name: string;
  type: string;
  required?: boolean;
  description?: string | null;
}

interface Skill {
  id: string;
  slug?: string | null;
  title: string;
  status: string;
  isEnabled?: boolean;
  /** Null where no version of it was ever ready. */
  currentVersion?: number | null;
  reason?: string | null;
  parameters?: Parameter[];
  /** Names of those that its script types. */
  secrets?: string[];
  [field: string]: unknown;
}

interface SkillReply {
  success: boolean;
  result?: unknown;
  error?: string | null;
  stderr?: string | null;
  latencyMs?: number | null;
}

export const cloudSkills = command({
  name: "cloud skills",
  group: "cloud",
  summary: "List your skills on the platform: recorded tasks that run without a model",
  effect: "read",
  needs: "nothing",
  paged: true,
  args: { limit: optionOr(integer("n", { min: 1, max: 100 }), 20, "Maximum number of skills"), ...keyOptions },
  examples: ["cloud skills"],
  async run({ home, args, signal }) {
    const { openApi } = await import("../../cloud/api.ts");
    const path = `/v2/skills?pageSize=${args.limit}`;
    const { json } = await openApi({ home, key: args.apiKey }).request("GET", path, undefined, signal);
    return { skills: (json as { items?: Skill[] } | undefined)?.items ?? [] };
  },
  text: ({ skills }) =>
    skills.length === 0
      ? "No skills. To create one: svc cloud v2 POST /skills. To see the skills of others: svc cloud v2 GET /marketplace/skills"
      : skills.map(skillLine).join("\n"),
});

function skillLine({ id, title, status, isEnabled, parameters = [], secrets = [] }: Skill): string {
  const state = isEnabled === false ? `${status}, turned off` : status;
  const takes = parameters.map(
    ({ name, type, required }) => `${name} (${type}${required === false ? ", optional" : ""})`,
  );
  const lines = [
    ...(takes.length > 0 ? [`parameters: ${takes.join(", ")}`] : []),
    ...(secrets.length > 0 ? [`secrets: ${secrets.join(", ")}`] : []),
  ];
  return [`${id}  ${state}  ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

export const cloudSkillsRun = command({
  name: "cloud skills run",
  group: "cloud",
  summary: "Run a skill on the platform, and print its result",
  effect: "write",
  needs: "nothing",
  paged: true,
  timeoutMs: 600_000,
  args: {
    skill: positional(text("skill", { nonEmpty: true }), "Id or title of the skill; `svc cloud skills` lists them"),
    parameters: positionals(queryPair(), "Parameters as name=value; objects and lists as JSON"),
    secrets: option({ ...requestBody(), secret: true }, "Secrets by name, as JSON in @file; - reads standard input"),
    ...keyOptions,
  },
  examples: [
    "cloud skills run 'Price of a product' 'product=blue kettle'",
    "cloud skills run Balance --secrets @secrets.json",
  ],
  async run({ home, args, signal }): Promise<SkillReply> {
    const { openApi } = await import("../../cloud/api.ts");
    const api = openApi({ home, key: args.apiKey });
    const skill = await skillOf(api, args.skill, signal);
    if (skill.currentVersion === null) throw neverReady(skill);
    const parameters = Object.fromEntries(args.parameters.map((pair) => parsed(pair, skill.parameters ?? [])));
    const secrets = args.secrets === undefined ? undefined : secretsIn(args.secrets);
    const body = { parameters, ...(secrets ? { secrets } : {}) };
    const { json } = await api.request("POST", `/v2/skills/${skill.id}/execute`, body, signal);
    const executed = json as SkillReply;
    if (executed.success) return executed;
    const hint = `Run \`svc cloud v2 GET /skills/${skill.id}/executions\` to see its runs.`;
    const failure = new Failure("api_refused", `the skill failed: ${executed.error ?? "no reason given"}`, hint);
    failure.data = executed;
    throw failure;
  },
  text: ({ result }) => (typeof result === "string" ? result : JSON.stringify(result ?? null, null, 2)),
});

/** Errors: `not_found` where none or several are called so. */
async function skillOf(api: Api, given: string, signal: AbortSignal): Promise<Skill> {
  if (isId(given)) return (await api.request("GET", `/v2/skills/${given}`, undefined, signal)).json as Skill;
  const path = `/v2/skills?pageSize=100&query=${encodeURIComponent(given.slice(0, 100))}`;
  const { json } = await api.request("GET", path, undefined, signal);
  const found = (json as { items?: Skill[] } | undefined)?.items ?? [];
  const own = found.filter(({ title, slug }) => title.toLowerCase() === given.toLowerCase() || slug === given);
  const [only] = own;
  if (only && own.length === 1) return only;
  const what = own.length === 0 ? "has no skill" : `has ${own.length} skills`;
  throw new Failure(
    "not_found",
    `the platform ${what} called '${given}'`,
    "Run `svc cloud skills` to find its id, then use the id.",
  );
}

function isId(given: string): boolean {
  try {
    uuid().fromJson(given);
    return true;
  } catch {
    return false;
  }
}

function neverReady({ id, status, reason }: Skill): Failure {
  const why = reason ? `${status}: ${reason}` : status;
  const hint = `Run \`svc cloud v2 GET /skills/${id}\` until its status is finished.`;
  const isUnderWay = status === "recording" || status === "generating";
  return new Failure("api_refused", `the skill cannot be run: it is ${why}`, isUnderWay ? hint : undefined);
}

/** Errors: `usage`, which repeats nothing of it. */
function secretsIn(given: string): Record<string, string> {
  const shape = 'Write the secrets as {"name": "value"}.';
  try {
    const read: unknown = JSON.parse(given.startsWith("@") ? readText(given.slice(1)) : given);
    const isObject = typeof read === "object" && read !== null && !Array.isArray(read);
    if (isObject && Object.values(read).every((one) => typeof one === "string")) return read as Record<string, string>;
  } catch (error) {
    if (error instanceof Failure) throw error;
  }
  throw new Failure("usage", "the secrets must be a JSON object of strings", shape);
}

/** Texts as they are, all else as JSON. Errors: `usage`. */
function parsed(pair: string, known: readonly Parameter[]): [string, unknown] {
  const at = pair.indexOf("=");
  const [name, written] = [pair.slice(0, at), pair.slice(at + 1)];
  const parameter = known.find((one) => one.name === name);
  if (!parameter)
    throw new Failure(
      "usage",
      `the skill has no parameter '${name}'; it takes ${known.map((one) => one.name).join(", ") || "none"}`,
      "Run `svc cloud skills` to see the parameters of each skill.",
    );
  if (parameter.type === "string" || parameter.type === "cookie") return [name, written];
  try {
    return [name, JSON.parse(written)];
  } catch {
    throw new Failure("usage", `${name} must be a value of type ${parameter.type}, got '${written}'`);
  }
}
