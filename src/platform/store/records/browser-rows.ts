/** Records of browsers as rows and back. */
import type { SQL } from "bun";
import { json, time } from "../database/database.ts";

/** Inserts a record with its labels. */
export async function write(record: BrowserRecord, tx: SQL): Promise<void> {
  const { id: browser_id, projectId: project_id, createdAt: created_at, settings } = record;
  await tx`insert into browsers ${tx(rowOf(record))}`;
  const labels = Object.entries(settings.metadata ?? {});
  if (labels.length === 0) return;
  const rows = labels.map(([name, value]) => ({ browser_id, project_id, name, value, created_at }));
  await tx`insert into browser_labels ${tx(rows)}`;
}

/** A proxy's password is needed as long as the browser runs, and by nobody who reads the database. */
function kept(settings: BrowserSettings): BrowserSettings {
  const { customProxy } = settings;
  return customProxy ? { ...settings, customProxy: { ...customProxy, password: undefined } } : settings;
}

function rowOf(record: BrowserRecord): Record<string, unknown> {
  return {
    id: record.id,
    project_id: record.projectId,
    status: record.status,
    reason: record.reason,
    profile_id: record.profileId,
    settings: JSON.stringify(kept(record.settings)),
    created_at: record.createdAt,
    started_at: record.startedAt,
    timeout_at: record.timeoutAt,
    finished_at: record.finishedAt,
    node: record.node,
    node_url: record.nodeUrl,
    lease_until: record.leaseUntil,
    stop_asked_at: record.stopAskedAt,
    proxy_bytes: record.proxyBytes,
    key_id: record.keyId,
    minutes: record.minutes,
    browser_nano: record.browserNano,
    proxy_nano: record.proxyNano,
    recording: record.recording,
    agent_session_id: record.agentSessionId,
    profile_error: record.profileError,
  };
}

export function recordOf(row: Record<string, unknown>): BrowserRecord {
  return {
    id: row.id as string,
    projectId: row.project_id as string,
    status: row.status as BrowserRecord["status"],
    reason: row.reason as string | null,
    profileId: row.profile_id as string | null,
    settings: json<BrowserSettings>(row.settings, {} as BrowserSettings),
    createdAt: Number(row.created_at),
    startedAt: Number(row.started_at),
    timeoutAt: Number(row.timeout_at),
    finishedAt: time(row.finished_at),
    node: row.node as string,
    nodeUrl: row.node_url as string | null,
    leaseUntil: Number(row.lease_until),
    stopAskedAt: time(row.stop_asked_at),
    proxyBytes: Number(row.proxy_bytes),
    keyId: row.key_id as string | null,
    minutes: Number(row.minutes),
    browserNano: Number(row.browser_nano),
    proxyNano: Number(row.proxy_nano),
    recording: row.recording as string | null,
    agentSessionId: row.agent_session_id as string | null,
    profileError: row.profile_error as string | null,
  };
}

/** A proxy of the caller's own. */
export interface CustomProxy {
  host: string;
  port: number;
  username?: string | null | undefined;
  password?: string | null | undefined;
  ignoreCertErrors?: boolean | undefined;
}

/** What was asked of a browser, checked and with its defaults. Kept with the record, but for the proxy's password. */
export interface BrowserSettings {
  profileId: string | null;
  /** Undefined: not said, so the operator's default; null: none. */
  proxyCountryCode?: string | null | undefined;
  customProxy: CustomProxy | null;
  timeoutMinutes: number;
  /** Without a client for this long it is stopped; 0 is never. */
  idleTimeoutMs: number;
  width: number;
  height: number;
  allowResizing: boolean;
  enableRecording: boolean;
  /** Labels of the caller's own. */
  metadata?: Record<string, string> | undefined;
}

export interface BrowserRecord {
  id: string;
  projectId: string;
  status: "active" | "stopped";
  /** Why it ended: `asked`, `timeout`, `idle`, `died`, `restart`, `drain`, `failed`, `lost`, `budget`. */
  reason: string | null;
  profileId: string | null;
  settings: BrowserSettings;
  createdAt: number;
  startedAt: number;
  timeoutAt: number;
  finishedAt: number | null;
  node: string;
  /** Where other servers reach that node; null where they do not. */
  nodeUrl: string | null;
  leaseUntil: number;
  stopAskedAt: number | null;
  proxyBytes: number;
  /** The API key that asked for it. */
  keyId: string | null;
  /** Minutes that were charged. */
  minutes: number;
  /** What they cost, and what the traffic did. */
  browserNano: number;
  proxyNano: number;
  /** Key of the object, once there is one. */
  recording: string | null;
  agentSessionId: string | null;
  /** Why what it did is not kept in its profile; null where it is, or where it has none. */
  profileError: string | null;
}
