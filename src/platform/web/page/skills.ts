/** Skills, their versions and runs, and those that others have made public: what the API tells of them, and what is asked. */
import { here } from "./address.ts";
import { call, paged, read } from "./api.ts";

export interface Parameter {
  name: string;
  type: "string" | "number" | "boolean" | "object" | "array" | "cookie";
  required: boolean;
  description?: string | null;
  default?: unknown;
}

/** What own skills and those of others have in common. */
export interface AnySkill {
  id: string;
  slug: string;
  title: string;
  description: string;
  categories: string[];
  domains: string[];
  parameters: Parameter[];
  /** Names of what its script types and each run needs. */
  secrets: string[];
  outputSchema: object;
  currentVersion: number | null;
  createdAt: string;
}

export interface Skill extends AnySkill {
  goal: string | null;
  agentPrompt: string | null;
  status: keyof typeof STATES;
  reason: string | null;
  isEnabled: boolean;
  isPublic: boolean;
  clonedFromSkillId: string | null;
}

export interface PublicSkill extends AnySkill {
  cloneCount: number;
  lastPublishedAt: string;
}

export interface Version {
  number: number;
  isCurrent: boolean;
  code: string;
  finishedAt: string | null;
}

export interface Execution {
  id: string;
  status: "running" | "completed" | "failed";
  startedAt: string;
  latencyMs: number | null;
  hasOutput: boolean;
}

export interface Outcome {
  success: boolean;
  result?: unknown;
  error?: string | null;
  stderr?: string | null;
  latencyMs?: number | null;
}

export const STATES = {
  recording: "an agent shows it",
  generating: "a script is written",
  finished: "ready",
  failed: "failed",
  cancelled: "cancelled",
  timed_out: "took too long",
} as const;

export const isMade = ({ status }: Skill) => status === "recording" || status === "generating";

export const CATEGORIES =
  "search e_commerce financial news real_estate social_media travel marketplace lead_generation seo jobs developer media automation integration other".split(
    " ",
  );

/** As a person writes it: `e-commerce`, `real estate`. */
export const categoryName = (category: string) => category.replace(/^e_/, "e-").replaceAll("_", " ");

const OWN = "/api/v2/skills";
const MARKET = "/api/v2/marketplace/skills";
export const pathOf = (id: string) => `${OWN}/${encodeURIComponent(id)}`;
export const marketPathOf = (id: string) => `${MARKET}/${encodeURIComponent(id)}`;

export interface Filter {
  query: string;
  category: string;
}

function narrowed(path: string, { query, category }: Filter): string {
  const given = new URLSearchParams({ ...(query && { query }), ...(category && { category }) });
  return given.size > 0 ? `${path}?${given}` : path;
}

export const skills = (filter: Filter, pages: number) => paged<Skill>(narrowed(OWN, filter), pages);
export const skill = (id: string) => call<Skill>("GET", pathOf(id));
export const publicSkills = (filter: Filter, pages: number) => paged<PublicSkill>(narrowed(MARKET, filter), pages);
export const publicSkill = (slug: string) => call<PublicSkill>("GET", marketPathOf(slug));

export interface NewSkill {
  title: string | null;
  goal: string;
  agentPrompt: string;
  llm: string | null;
  profileId: string | null;
}

export const create = (asked: NewSkill) => call<{ id: string }>("POST", OWN, asked);
export const update = (id: string, set: object) => call<Skill>("PATCH", pathOf(id), set);
export const remove = (id: string) => call<void>("DELETE", pathOf(id));
export const refine = (id: string, asked: object) => call<object>("POST", `${pathOf(id)}/refine`, asked);
export const cancel = (id: string) => call<Skill>("POST", `${pathOf(id)}/cancel`);
export const rollback = (id: string) => call<Skill>("POST", `${pathOf(id)}/rollback`);
export const clone = (id: string) => call<Skill>("POST", `${marketPathOf(id)}/clone`);
/** `path` is that of an own skill, or of a public one. */
export const execute = (path: string, asked: object) => call<Outcome>("POST", `${path}/execute`, asked);
export const versions = async (id: string) =>
  (await call<{ versions: Version[] }>("GET", `${pathOf(id)}/versions`)).versions;
export const executions = (id: string, pages: number) => paged<Execution>(`${pathOf(id)}/executions`, pages);

/** What a run gave, to be read. */
export async function outputOf(id: string, execution: string): Promise<string> {
  const path = `${pathOf(id)}/executions/${encodeURIComponent(execution)}/output`;
  const { downloadUrl } = await call<{ downloadUrl: string }>("GET", path);
  const text = await (await fetch(here(downloadUrl))).text();
  const value = read(text);
  return value === undefined ? text : shown(value);
}

export const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Runs are tasks of sessions. */
export const sessionOf = async (execution: string) =>
  (await call<{ sessionId: string }>("GET", `/api/v2/tasks/${encodeURIComponent(execution)}`)).sessionId;

export function scriptOf({ code }: Version): string {
  return new TextDecoder().decode(Uint8Array.from(atob(code), (char) => char.charCodeAt(0)));
}
