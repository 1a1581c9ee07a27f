/** Helpers shared by the endpoints of agent sessions of both versions: validate a request against what this server offers. */
import { DEFAULT_VIEWPORT, MAX_BROWSER_MINUTES } from "../../../lib/limits.ts";
import type { SessionRequest } from "../../agents/sessions/sessions.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { BrowserRecord, CustomProxy } from "../../store/records/browser-rows.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { Call } from "./endpoint.ts";
import { Invalid } from "./problems.ts";

export type AnyCall = Call<unknown, unknown, unknown>;

/** Default idle timeout of a session. */
const IDLE_MS = 15 * 60_000;

/** The name of the requested or default model. Errors: 422 for an unknown name, with the known ones. */
export function modelNamed(
  { platform }: Pick<AnyCall, "platform">,
  field: string,
  name: string | null | undefined,
): string {
  const { names } = platform.agents.models;
  const [first] = names;
  if (first === undefined)
    throw new Refusal(422, "This server has no language model configured", {
      field,
      hint: "Run `svc doctor` on the server to see how to configure one.",
    });
  if (name === undefined || name === null) return first;
  if (names.includes(name)) return name;
  throw new Refusal(422, `Unknown model. Available: ${names.join(", ")}`, { field });
}

/** Errors: 422 for each of `fields` that the caller enabled; this server does not support them. */
export function refuseUnsupported(body: Readonly<Record<string, unknown>>, fields: readonly string[]): void {
  const problems = fields
    .filter((field) => body[field] !== undefined && body[field] !== null && body[field] !== false)
    .map((field) => ({ loc: ["body", field], msg: `This server does not support ${field}`, type: "value_error" }));
  if (problems.length > 0) throw new Invalid(problems);
}

export interface BrowserRequest {
  profileId?: string | null | undefined;
  proxyCountryCode?: string | null | undefined;
  customProxy?: CustomProxy | null | undefined;
  browserScreenWidth?: number | null | undefined;
  browserScreenHeight?: number | null | undefined;
  enableRecording: boolean;
}

/** Settings of the browser of a session. Errors: 404 for a profile that the project does not have. */
export async function settingsOf(
  { platform, projectId }: AnyCall,
  asked: BrowserRequest,
): Promise<SessionRequest["settings"]> {
  const profileId = asked.profileId ?? null;
  if (profileId !== null && !(await platform.profiles.get(projectId, profileId))) throw notFound("Profile");
  return {
    profileId,
    proxyCountryCode: asked.proxyCountryCode,
    customProxy: asked.customProxy ?? null,
    timeoutMinutes: MAX_BROWSER_MINUTES,
    idleTimeoutMs: platform.fleet.idleTimeoutMs || IDLE_MS,
    width: asked.browserScreenWidth ?? DEFAULT_VIEWPORT.width,
    height: asked.browserScreenHeight ?? DEFAULT_VIEWPORT.height,
    allowResizing: false,
    enableRecording: asked.enableRecording,
  };
}

/** The start URL of a session; https is the default scheme. Errors: 422 for another scheme than http and https. */
export function startUrlOf(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text === "") return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text) ? text : `https://${text}`);
  if (url && /^https?:$/.test(url.protocol)) return url.href;
  throw new Refusal(422, "Input should be an http or https URL", { field: "startUrl" });
}

/** The requested workspace, if any. Errors: 404 if the project does not have it. */
export async function workspaceNamed(
  { platform, projectId }: AnyCall,
  id: string | null | undefined,
): Promise<string | undefined> {
  if (id === null || id === undefined) return undefined;
  if (!(await platform.workspaces.records.get(projectId, id))) throw notFound("Workspace");
  return id;
}

/** ISO 8601 to ms since 1970; UTC is the default offset. */
export function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

export function dateOf(at: number): string {
  return new Date(at).toISOString();
}

/** Errors: 404. */
export async function sessionOf({ platform, projectId }: AnyCall, id: string): Promise<SessionRecord> {
  const session = await platform.agents.records.sessions.get(projectId, id);
  if (!session) throw notFound("Session");
  return session;
}

/** URL of the live view of a session's browser; null if no browser runs. */
export async function liveUrlOf(call: AnyCall, { projectId, browserId }: SessionRecord): Promise<string | null> {
  const browser: BrowserRecord | undefined =
    browserId === null ? undefined : await call.platform.browsers.get(projectId, browserId);
  const isOpen = browser?.status === "active" && call.platform.leadsTo(browser);
  return isOpen ? call.links(browser).liveUrl : null;
}

/** The wait in ms that the caller requests by `Prefer: wait=<seconds>` (RFC 7240). */
export function waitOf(headers: Headers): number | undefined {
  const [, seconds] = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(headers.get("prefer") ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** The context in which a session or task is created; `request` identifies the request for `Idempotency-Key`. */
export function requestContextOf(call: AnyCall, path: string) {
  return {
    signal: call.signal,
    waitMs: waitOf(call.headers),
    keyId: call.keyId,
    key: call.headers.get("idempotency-key") ?? undefined,
    request: JSON.stringify([call.version, path, call.body]),
  };
}
