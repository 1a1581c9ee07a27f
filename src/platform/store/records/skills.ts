/**
 * Records of skills and of their versions. A skill says what it is about; a version is a script with its parameters and the
 * schema of its output. The current version is the last one that was proved.
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
  /** One of its kind on this server. */
  slug: string;
  title: string;
  description: string;
  categories: string[];
  /** Hosts that its runs are limited to; null: those it was recorded on. */
  domains: string[] | null;
  goal: string | null;
  agentPrompt: string | null;
  /** What its runs begin with; `tries`: how often no script could be made of a task that came again. */
  settings: { model?: string | undefined; profileId?: string | null | undefined; tries?: number | undefined };
  status: SkillStatus;
  /** Why it failed, or the last try to change it did. */
  reason: string | null;
  isEnabled: boolean;
  isPublic: boolean;
  firstPublishedAt: number | null;
  lastPublishedAt: number | null;
  currentVersion: number | null;
  clonedFrom: string | null;
  cloneCount: number;
  /** Of what a session keeps for a task that comes again. */
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
  /** Hosts, with ports, that it acts on. */
  hosts: string[];
  /** Parameters that it was proved with. */
  example: Record<string, unknown>;
  /** What it was made of. */
  recording: unknown;
  /** How often it could not be healed. */
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
  /** Made at or after, at or before: milliseconds since 1970. */
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

  /** False where its workspace keeps that task already. */
  async insert(record: SkillRecord, within = this.#db.sql): Promise<boolean> {
    const { id, projectId, createdAt, slug, ...rest } = record;
    const row = { id, project_id: projectId, created_at: createdAt, slug, ...columnsOf(rest) };
    const rows = await within`
      insert into skills ${within({ ...row, search: searched(record) })} on conflict do nothing returning id`;
    return rows.length > 0;
  }

  /** Of that project, and listed. */
  async get(projectId: string, id: string): Promise<SkillRecord | undefined> {
    const found = await this.find(id);
    return found?.projectId === projectId && found.cacheKey === null ? found : undefined;
  }

  async find(id: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`select * from skills where id = ${id}`;
    return row && recordOf(row);
  }

  /** A public one, by its id or slug. */
  async published(idOrSlug: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`
      select * from skills where (id = ${idOrSlug} or slug = ${idOrSlug}) and is_public = 1`;
    return row && recordOf(row);
  }

  async cached(workspaceId: string, key: string): Promise<SkillRecord | undefined> {
    const [row] = await this.#db.sql`select * from skills where workspace_id = ${workspaceId} and cache_key = ${key}`;
    return row && recordOf(row);
  }

  /** Newest first: of a project, or all that are public. */
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

  /** Those that can be run: all that are enabled, or these of them. */
  async usable(projectId: string, which: "all" | readonly string[], most = 1_000): Promise<SkillRecord[]> {
    const { sql } = this.#db;
    if (which !== "all" && which.length === 0) return [];
    const rows = await sql`
      select * from skills where project_id = ${projectId} and cache_key is null and is_enabled = 1
        and current_version is not null ${which === "all" ? sql`` : sql`and id in ${sql([...which])}`}
      order by created_at desc, id limit ${most}`;
    return rows.map(recordOf);
  }

  /** False when its status is none of `from`, or it is gone; then nothing is changed. */
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
      await within`update skills set search = ${searched(recordOf(changed))} where id = ${id}`;
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

  /** Those that were proved, the oldest first. */
  async versions(skillId: string): Promise<SkillVersion[]> {
    const rows = await this.#db.sql`
      select * from skill_versions where skill_id = ${skillId} and finished_at is not null order by number`;
    return rows.map(versionOf);
  }

  /** The current version of each. */
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

  /** Removes what was not proved. */
  async dropUnproved(skillId: string): Promise<void> {
    await this.#db.sql`delete from skill_versions where skill_id = ${skillId} and finished_at is null`;
  }

  async countHeal(skillId: string, number: number): Promise<void> {
    await this.#db.sql`
      update skill_versions set heals = heals + 1 where skill_id = ${skillId} and number = ${number}`;
  }
}

/** What a list is searched in. In small letters by us: SQLite knows those of English alone. */
function searched({ title, description }: SkillRecord): string {
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
