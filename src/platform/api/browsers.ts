/** Endpoints of browsers: the same in both versions. */
import { notFound, Refusal } from "../refusal.ts";
import type { BrowserRecord, BrowserSettings } from "../store/browsers.ts";
import { type Call, endpoint } from "./endpoint.ts";
import { BrowserSessionView, BySession, CreateBrowserSessionRequest, UpdateBrowserSessionRequest } from "./schemas.ts";

const COMMON = { versions: ["v2", "v3"], tag: "Browsers" } as const;

/** Minutes that a browser may live. */
const MAX_MINUTES = 240;

export const createBrowser = endpoint({
  ...COMMON,
  method: "post",
  path: "/browsers",
  id: "createBrowserSession",
  summary: "Start a browser",
  body: CreateBrowserSessionRequest,
  bodyOptional: true,
  status: 201,
  answer: BrowserSessionView,
  errors: [403, 404, 429],
  async handle(call) {
    const { platform, projectId, body } = call;
    if (body.timeout > MAX_MINUTES) throw new Refusal(403, "Maximum session timeout is 4 hours");
    const profileId = body.profileId ?? null;
    if (profileId !== null && !(await platform.profiles.get(projectId, profileId))) throw notFound("Profile");
    const settings: BrowserSettings = {
      profileId,
      proxyCountryCode: body.proxyCountryCode,
      customProxy: body.customProxy ?? null,
      timeoutMinutes: body.timeout,
      idleTimeoutMs: 0,
      width: body.browserScreenWidth ?? 1280,
      height: body.browserScreenHeight ?? 720,
      allowResizing: body.allowResizing,
      enableRecording: body.enableRecording,
    };
    const browser = await platform.fleet.create(projectId, settings, { signal: call.signal });
    return { status: 201, body: view(browser.record, call) };
  },
});

export const getBrowser = endpoint({
  ...COMMON,
  method: "get",
  path: "/browsers/{session_id}",
  id: "getBrowserSession",
  summary: "Read a browser",
  params: BySession,
  status: 200,
  answer: BrowserSessionView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: view(await recordOf(call, call.params.session_id), call) };
  },
});

export const updateBrowser = endpoint({
  ...COMMON,
  method: "patch",
  path: "/browsers/{session_id}",
  id: "updateBrowserSession",
  summary: "Stop a browser",
  params: BySession,
  body: UpdateBrowserSessionRequest,
  status: 200,
  answer: BrowserSessionView,
  errors: [404],
  async handle(call) {
    const record = await recordOf(call, call.params.session_id);
    await call.platform.fleet.stopRecorded(record, "asked");
    return { status: 200, body: view(await recordOf(call, record.id), call) };
  },
});

type AnyCall = Pick<Call<unknown, unknown, unknown>, "platform" | "projectId" | "links">;

async function recordOf({ platform, projectId }: AnyCall, id: string): Promise<BrowserRecord> {
  const record = await platform.browsers.get(projectId, id);
  if (!record) throw notFound("Session");
  return record;
}

/** The record as clients see it. Addresses are those of a browser that runs. */
export function view(record: BrowserRecord, { links }: AnyCall) {
  const isActive = record.status === "active";
  const { cdpUrl, liveUrl } = links(record);
  return {
    id: record.id,
    status: record.status,
    liveUrl: isActive ? liveUrl : null,
    cdpUrl: isActive ? cdpUrl : null,
    timeoutAt: new Date(record.timeoutAt).toISOString(),
    startedAt: new Date(record.startedAt).toISOString(),
    finishedAt: record.finishedAt === null ? null : new Date(record.finishedAt).toISOString(),
    proxyUsedMb: (record.proxyBytes / 1_000_000).toFixed(3),
    proxyCost: "0",
    browserCost: "0",
    agentSessionId: record.agentSessionId,
    recordingUrl: null,
  };
}
