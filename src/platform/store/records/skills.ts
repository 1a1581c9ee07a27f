/**
 * Records of skills and their versions. A version is a script with its parameters and output schema. The current version is the latest
 * verified one, unless it was rolled back.
 */

import type { Database } from "../database/connection.ts";
import { json, time } from "../database/database.ts";
import type { Paged } from "../database/pages.ts";
import { flag, rowOf } from "../database/rows.ts";
import { Totals } from "../database/totals.ts";

export type SkillStatus = "recording" | "generating" | "failed" | "finished" | "cancelled" | "timed_out";

export interface SkillRecord {
  id: string;
  projectId: string;
  /** Unique on this server. */
  slug: string;
  title: string;
  description: string;
  categories: string[];
  /** Hosts that runs are restricted to; null for those of the recording. */
  domains: string[] | null;
  goal: string | null;
  agentPrompt: string | null;
  /** Defaults of runs; `tries`: failed attempts to create the script of a cached task. */
  settings: { model?: string | undefined; profileId?: string | null | undefined; tries?: number | undefined };
  status: SkillStatus;
  /** Why the skill, or the last attempt to change it, failed. */
  reason: string | null;
  isEnabled: boolean;
  isPublic: boolean;
  firstPublishedAt: number | null;
  lastPublishedAt: number | null;
  currentVersion: number | null;
  clonedFrom: string | null;
  cloneCount: number;
  /** Set for the cached script of a repeated task. */
  workspaceId: string | null;
  cacheKey: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface SkillVersion {
  skillId: string;
  number: number;
  parameters: StoredParameter[];
  outputSchema: Record<string, unknown>;
  script: string;
  /** Hosts with ports that the script acts on. */
  hosts: string[];
  /** Parameters of the verification run. */
  example: Record<string, unknown>;
  /** Recording of the demonstration. */
  recording: unknown;
  /** Failed healing attempts. */
  heals: number;
  startedAt: number;
  finishedAt: number | null;
}

export interface StoredParameter {
  name: string;
  type: "string" | "number" | "boolean" | "object" | "array" | "cookie";
  required: boolean;
  description?: string | null | undefined;
  default?: unknown;
  cookieDomain?: string | null | undefined;
}

export interface SkillFilter {
  page: number;
  size: number;
  isPublic?: boolean | undefined;
  isEnabled?: boolean | undefined;
  category?: string | undefined;
  query?: string | undefined;
  /** Creation time range, inclusive, in ms since 1970. */
  from?: number | undefined;
  to?: number | undefined;
}

export type SkillChange = Partial<Omit<SkillRecord, "id" | "projectId" | "slug" | "createdAt">>;

export class SkillRecords {
  readonly #db: Database;
  readonly #totals: Totals;

  constructor(db: Database) {
    this.#db = db;
    this.#totals = new Totals(db);
  }

  /** False if the workspace already has a script for the task. */
  async insert(record: SkillRecord, within = this.#db.sql): Promise<boolean> {
    const { id, projectId, createdAt, slug, ...rest } = record;
    const row = { id, project_id: projectId, created_at: createdAt, slug, ...columnsOf(rest) };
    const rows = await within`
      insert into skills ${within({ ...row, search: searchTextOf(record) })} on conflict do nothing returning id`;
    return rows.length > 0;
  }

  /** Undefined for a skill of another project or a cached script. */
  async get(projectId: string, id: string): Promise<SkillRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId && found.cacheKey === null ? found : undefined;
  }

  async find(id: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`select * from skills where id = ${id}`;
    return row && recordOf(row);
  }

  /** A public skill by id or slug. */
  async published(idOrSlug: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`
      select * from skills where (id = ${idOrSlug} or slug = ${idOrSlug}) and is_public = 1`;
    return row && recordOf(row);
  }

  async cached(workspaceId: string, key: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`select * from skills where workspace_id = ${workspaceId} and cache_key = ${key}`;
    return row && recordOf(row);
  }

  /** Skills of a project, or all public ones; newest first. */
  async list(projectId: string | undefined, filter: SkillFilter): Promise<Paged<SkillRecord>> {
    const { sql } = this.#db;
    const { page, size, isPublic, isEnabled, category, query, from, to } = filter;
    const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
    const at = () => (projectId === undefined ? sql`first_published_at` : sql`created_at`);
    const conditions = () => sql`
      from skills where ${projectId === undefined ? sql`is_public = 1` : sql`project_id = ${projectId} and cache_key is null`}
        ${isPublic === undefined ? sql`` : sql`and is_public = ${Number(isPublic)}`}
        ${isEnabled === undefined ? sql`` : sql`and is_enabled = ${Number(isEnabled)}`}
        ${category === undefined ? sql`` : sql`and categories like ${like(`"${category}"`)} escape '\\'`}
        ${query ? sql`and search like ${like(query)} escape '\\'` : sql``}
        ${from === undefined ? sql`` : sql`and ${at()} >= ${from}`}
        ${to === undefined ? sql`` : sql`and ${at()} <= ${to}`}`;
    const rows = await sql`
      select * ${conditions()} order by ${at()} desc, id limit ${size} offset ${(page - 1) * size}`;
    const isPart = [isPublic, isEnabled, category, query || undefined, from, to].some((one) => one !== undefined);
    if (projectId !== undefined && !isPart)
      return { items: rows.map(recordOf), total: await this.#totals.of(projectId, "skills") };
    const [row] = await sql`select count(*) as n ${conditions()}`;
    return { items: rows.map(recordOf), total: Number(row?.n ?? 0) };
  }

  /** Enabled skills with a version: all, or those of `which`. */
  async usable(projectId: string, which: "all" | readonly string[], limit = 1_000): Promise<SkillRecord[]> {
    const { sql } = this.#db;
    if (which !== "all" && which.length === 0) return [];
    const rows = await sql`
      select * from skills where project_id = ${projectId} and cache_key is null and is_enabled = 1
        and current_version is not null ${which === "all" ? sql`` : sql`and id in ${sql([...which])}`}
      order by created_at desc, id limit ${limit}`;
    return rows.map(recordOf);
  }

  /** Changes fields. False, without a change, if the status is not in `from` or the skill was deleted. */
  async change(
    id: string,
    set: SkillChange,
    { from, within = this.#db.sql }: { from?: readonly SkillStatus[]; within?: Database["sql"] } = {},
  ): Promise<boolean> {
    const isIn = from ? within`and status in ${within([...from])}` : within``;
    const row = columnsOf({ updatedAt: Date.now(), ...set });
    const [changed] = await within`update skills set ${within(row)} where id = ${id} ${isIn} returning *`;
    if (!changed) return false;
    const { title, description } = set;
    if (title !== undefined || description !== undefined)
      await within`update skills set search = ${searchTextOf(recordOf(changed))} where id = ${id}`;
    return true;
  }

  async cloned(id: string, within = this.#db.sql): Promise<void> {
    await within`update skills set clone_count = clone_count + 1 where id = ${id}`;
  }

  async remove(id: string): Promise<void> {
    await this.#db.sql`delete from skills where id = ${id}`;
  }

  async addVersion(version: SkillVersion, within = this.#db.sql): Promise<void> {
    const { skillId, number, startedAt, ...rest } = version;
    const row = { skill_id: skillId, number, started_at: startedAt, ...rowOf(rest, VERSION_COLUMNS) };
    await within`insert into skill_versions ${within(row)}`;
  }

  async version(skillId: string, number: number | null): Promise<SkillVersion | undefined> {
    if (number === null) return undefined;
    const [row] = await this.#db.sql`select * from skill_versions where skill_id = ${skillId} and number = ${number}`;
    return row && versionOf(row);
  }

  /** Verified versions, oldest first. */
  async versions(skillId: string): Promise<SkillVersion[]> {
    const rows = await this.#db.sql`
      select * from skill_versions where skill_id = ${skillId} and finished_at is not null order by number`;
    return rows.map(versionOf);
  }

  /** Current versions by skill id. */
  async currentOf(skills: readonly SkillRecord[]): Promise<Map<string, SkillVersion>> {
    if (skills.length === 0) return new Map();
    const { sql } = this.#db;
    const rows = await sql`
      select skill_versions.* from skill_versions join skills
        on skills.id = skill_versions.skill_id and skills.current_version = skill_versions.number
      where skills.id in ${sql(skills.map(({ id }) => id))}`;
    return new Map(rows.map(versionOf).map((one: SkillVersion) => [one.skillId, one]));
  }

  async finishVersion(skillId: string, number: number, at: number, within = this.#db.sql): Promise<void> {
    await within`update skill_versions set finished_at = ${at} where skill_id = ${skillId} and number = ${number}`;
  }

  /** Removes unverified versions. */
  async removeUnverified(skillId: string): Promise<void> {
    await this.#db.sql`delete from skill_versions where skill_id = ${skillId} and finished_at is null`;
  }

  async countHeal(skillId: string, number: number): Promise<void> {
    await this.#db.sql`
      update skill_versions set heals = heals + 1 where skill_id = ${skillId} and number = ${number}`;
  }
}

/** Lower-case search text. SQLite's `lower` handles only ASCII. */
function searchTextOf({ title, description }: SkillRecord): string {
  return `${title}\n${description}`.toLowerCase();
}

const columnsOf = (set: object) =>
  rowOf(set, { flags: ["isEnabled", "isPublic"], objects: ["categories", "domains", "settings"] });

const VERSION_COLUMNS = { flags: [], objects: ["parameters", "outputSchema", "hosts", "example", "recording"] };

function recordOf(row: Record<string, unknown>): SkillRecord {
  const text = (name: string) => (row[name] as string | null) ?? null;
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    slug: row.slug as string,
    title: row.title as string,
    description: row.description as string,
    categories: json<string[]>(row.categories, []),
    domains: json<string[] | null>(row.domains, null),
    goal: text("goal"),
    agentPrompt: text("agent_prompt"),
    settings: json<SkillRecord["settings"]>(row.settings, {}),
    status: row.status as SkillStatus,
    reason: text("reason"),
    isEnabled: flag(row.is_enabled) ?? false,
    isPublic: flag(row.is_public) ?? false,
    firstPublishedAt: time(row.first_published_at),
    lastPublishedAt: time(row.last_published_at),
    currentVersion: time(row.current_version),
    clonedFrom: text("cloned_from"),
    cloneCount: Number(row.clone_count ?? 0),
    workspaceId: text("workspace_id"),
    cacheKey: text("cache_key"),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

function versionOf(row: Record<string, unknown>): SkillVersion {
  return {
    skillId: row.skill_id as string,
    number: Number(row.number),
    parameters: json<StoredParameter[]>(row.parameters, []),
    outputSchema: json<Record<string, unknown>>(row.output_schema, {}),
    script: row.script as string,
    hosts: json<string[]>(row.hosts, []),
    example: json<Record<string, unknown>>(row.example, {}),
    recording: json<unknown>(row.recording, null),
    heals: Number(row.heals),
    startedAt: Number(row.started_at),
    finishedAt: time(row.finished_at),
  };
}
