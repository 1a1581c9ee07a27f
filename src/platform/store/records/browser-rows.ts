/** Converts records of browsers to rows and back. */
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

/** Removes the password of the proxy, which only the running browser needs. */
function withoutPassword(settings: BrowserSettings): BrowserSettings {
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
    settings: JSON.stringify(withoutPassword(record.settings)),
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

/** A proxy of the caller. */
export interface CustomProxy {
  host: string;
  port: number;
  username?: string | null | undefined;
  password?: string | null | undefined;
  ignoreCertErrors?: boolean | undefined;
}

/** Validated settings of a browser with defaults. Stored with the record, except the proxy's password. */
export interface BrowserSettings {
  profileId: string | null;
  /** Undefined for the operator's default, null for no proxy. */
  proxyCountryCode?: string | null | undefined;
  customProxy: CustomProxy | null;
  timeoutMinutes: number;
  /** Stopped after this time without a client; 0 means never. */
  idleTimeoutMs: number;
  width: number;
  height: number;
  allowResizing: boolean;
  enableRecording: boolean;
  /** Labels of the caller. */
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
  /** URL by which other servers reach the node; null if they cannot. */
  nodeUrl: string | null;
  leaseUntil: number;
  stopAskedAt: number | null;
  proxyBytes: number;
  /** The API key that is charged. */
  keyId: string | null;
  /** Charged minutes. */
  minutes: number;
  /** Costs of minutes and of traffic. */
  browserNano: number;
  proxyNano: number;
  /** Object key of the recording; null until it exists. */
  recording: string | null;
  agentSessionId: string | null;
  /** Why the state was not saved to the profile; null if it was, or without a profile. */
  profileError: string | null;
}
