/** Endpoints for browsers, identical in both versions. */
import { basename } from "node:path/posix";
import { DEFAULT_VIEWPORT, MAX_BROWSER_MINUTES } from "../../../lib/limits.ts";
import { dollars, megabytes } from "../../billing/money.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { BrowserRecord, BrowserSettings } from "../../store/records/browser-rows.ts";
import { waitOf } from "../http/agents.ts";
import { type Call, endpoint, VERSIONS } from "../http/endpoint.ts";
import { dateTime, decimal, integer, orNull, pageOf, pageQuery, queryList, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession, CustomProxy, metadata, profileChoice, proxyCountry, screen } from "../http/schemas.ts";

const COMMON = { versions: VERSIONS, tag: "Browsers" } as const;

/** Separates the name of a label from its value. */
const SEPARATOR = /[:=]/;
const label = text(2, 601).regex(/^[^:=]+[:=]/, { error: "Input should be a label as 'name:value'" });

const BrowserSessionStatus = z.enum(["active", "stopped"]).openapi("BrowserSessionStatus");
const BrowserSessionUpdateAction = z.enum(["stop"]).openapi("BrowserSessionUpdateAction");

const CreateBrowserSessionRequest = z
  .object({
    profileId: profileChoice,
    proxyCountryCode: proxyCountry,
    timeout: integer(1)
      .default(60)
      .openapi({
        description: `Minutes until the browser is stopped; more than ${MAX_BROWSER_MINUTES} is refused with 403`,
      }),
    ...screen,
    allowResizing: z.boolean().default(false).openapi({ description: "Clients can change the size of the window" }),
    customProxy: orNull(CustomProxy).optional().openapi({ description: "Takes precedence over `proxyCountryCode`" }),
    enableRecording: z.boolean().default(false).openapi({ description: "Record a video of the browser" }),
    metadata: metadata(text(1, 100), text(0, 500)).openapi({
      description: "Labels chosen by the caller, at most 10 pairs; returned in responses and usable as list filters",
    }),
    pdfRendererEnabled: z.boolean().default(true).openapi({
      description: "Accepted without effect: Chrome's headless shell downloads PDFs, a full Chrome displays them",
    }),
    solveCaptchas: z.boolean().default(true).openapi({
      description: "Accepted without effect: this server solves no captchas; a person can solve them in the live view",
    }),
  })
  .openapi("CreateBrowserSessionRequest");

const UpdateBrowserSessionRequest = z
  .object({ action: BrowserSessionUpdateAction })
  .openapi("UpdateBrowserSessionRequest");

const fields = {
  id: uuid(),
  status: BrowserSessionStatus,
  liveUrl: z.string().nullable().openapi({
    description:
      "Page that shows the browser and accepts input. Anyone with this URL can control the browser: treat it as a secret.",
  }),
  readOnlyLiveUrl: z.string().nullable().openapi({
    description: "The same page without input, for viewers. Extension of this server.",
  }),
  cdpUrl: z.string().nullable().openapi({
    description:
      "WebSocket URL of the browser's DevTools protocol, with its own token. `GET <url>/json/version` over HTTP returns it too. Closing the connection does not stop the browser.",
  }),
  timeoutAt: dateTime().openapi({ description: "Latest time at which the browser is stopped" }),
  startedAt: dateTime(),
  finishedAt: dateTime().nullable(),
  proxyUsedMb: decimal(),
  proxyCost: decimal(),
  browserCost: decimal(),
  agentSessionId: uuid().nullable(),
  profileError: z.string().nullable().openapi({
    description:
      "Why the state of the browser was not saved to its profile; null if it was saved or there is no profile. Extension of this server.",
  }),
  recordingUrl: z
    .string()
    .nullable()
    .openapi({ description: "Recording, available after the browser has ended; always null in lists" }),
  metadata: z.record(z.string(), z.string()),
};

export const BrowserSessionItemView = z.object(fields).openapi("BrowserSessionItemView");
export const BrowserSessionView = z
  .object({
    ...fields,
    recordingAvailable: z.boolean().openapi({
      description:
        "False if there will never be a recording: none was requested, or the browser ended long ago without one. Do not wait for `recordingUrl` then.",
    }),
  })
  .openapi("BrowserSessionView");
const BrowserSessionListResponse = pageOf(BrowserSessionItemView, "BrowserSessionListResponse");

export const createBrowser = endpoint({
  ...COMMON,
  method: "post",
  path: "/browsers",
  id: "createBrowserSession",
  summary: "Start a browser",
  description:
    "Responds when the browser accepts connections. If all slots are in use, the request waits for a free one: up to 15 s, or as long as `Prefer: wait=<seconds>` requests and the operator allows. After that it is refused with 429. The browser runs until it is stopped by PATCH or its `timeout` expires: stop browsers that you no longer need.",
  body: CreateBrowserSessionRequest,
  bodyOptional: true,
  example: { timeout: 30, browserScreenWidth: DEFAULT_VIEWPORT.width, browserScreenHeight: DEFAULT_VIEWPORT.height },
  status: 201,
  answer: BrowserSessionItemView,
  errors: [402, 403, 404, 429],
  async handle(call) {
    const { platform, projectId, body } = call;
    if (body.timeout > MAX_BROWSER_MINUTES) throw new Refusal(403, "Maximum session timeout is 4 hours");
    const profileId = body.profileId ?? null;
    if (profileId !== null && !(await platform.profiles.get(projectId, profileId))) throw notFound("Profile");
    const settings: BrowserSettings = {
      profileId,
      proxyCountryCode: body.proxyCountryCode,
      customProxy: body.customProxy ?? null,
      timeoutMinutes: body.timeout,
      idleTimeoutMs: 0,
      width: body.browserScreenWidth ?? DEFAULT_VIEWPORT.width,
      height: body.browserScreenHeight ?? DEFAULT_VIEWPORT.height,
      allowResizing: body.allowResizing,
      enableRecording: body.enableRecording,
      metadata: body.metadata ?? undefined,
    };
    const { signal, keyId } = call;
    const context = { signal, keyId, waitMs: waitOf(call.headers) };
    const browser = await platform.fleet.create(projectId, settings, context);
    return { status: 201, body: itemView(browser.record, call) };
  },
});

export const listBrowsers = endpoint({
  ...COMMON,
  method: "get",
  path: "/browsers",
  id: "listBrowserSessions",
  summary: "List browsers, newest first",
  query: z.object({
    ...pageQuery,
    filterBy: BrowserSessionStatus.optional(),
    agentSessionId: uuid().optional().openapi({ description: "Only browsers of this agent session" }),
    metadata: queryList(label).optional().openapi({
      description: "Only browsers with this label, as `name:value` or `name=value`. Repeatable; all labels must match",
    }),
  }),
  status: 200,
  answer: BrowserSessionListResponse,
  async handle(call) {
    const { pageSize, pageNumber, filterBy, agentSessionId, metadata = [] } = call.query;
    const page = await call.platform.browsers.list(call.projectId, {
      page: pageNumber,
      size: pageSize,
      status: filterBy,
      agentSessionId,
      labels: metadata.map(pairOf),
    });
    // Signing a URL per row would make lists slow: only `getBrowser` returns recordings.
    const items = page.items.map((record) => ({ ...itemView(record, call), recordingUrl: null }));
    return { status: 200, body: { items, totalItems: page.total, pageNumber, pageSize } };
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
  description:
    "Responds when the browser has stopped and its profile is saved; `profileError` says why it could not be saved. A browser that is already stopped is returned unchanged.",
  params: BySession,
  body: UpdateBrowserSessionRequest,
  example: { action: "stop" },
  status: 200,
  answer: BrowserSessionView,
  errors: [404, 504],
  async handle(call) {
    const record = await recordOf(call, call.params.session_id);
    await call.platform.fleet.stopRecorded(record, "asked");
    return { status: 200, body: view(await recordOf(call, record.id), call) };
  },
});

type AnyCall = Pick<Call<unknown, unknown, unknown>, "platform" | "projectId" | "links" | "fileLink">;

async function recordOf({ platform, projectId }: AnyCall, id: string): Promise<BrowserRecord> {
  const record = await platform.browsers.get(projectId, id);
  if (!record) throw notFound("Session");
  return record;
}

function pairOf(text: string): readonly [name: string, value: string] {
  const at = text.search(SEPARATOR);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** How long after the end of a browser its recording can still arrive. */
const RECORDING_GRACE_MS = 15 * 60_000;

function view(record: BrowserRecord, call: AnyCall): z.output<typeof BrowserSessionView> {
  const { settings, finishedAt, recording } = record;
  const mayCome = finishedAt === null || call.platform.now() < finishedAt + RECORDING_GRACE_MS;
  const recordingAvailable = recording !== null || (settings.enableRecording && mayCome);
  return { ...itemView(record, call), recordingAvailable };
}

/** The record as returned to clients. URLs are signed only for a browser that runs. */
function itemView(record: BrowserRecord, call: AnyCall): z.output<typeof BrowserSessionItemView> {
  const { platform, links, fileLink } = call;
  const open = record.status === "active" && platform.leadsTo(record) ? links(record) : undefined;
  return {
    id: record.id,
    status: record.status,
    liveUrl: open?.liveUrl ?? null,
    readOnlyLiveUrl: open?.watchUrl ?? null,
    cdpUrl: open?.cdpUrl ?? null,
    timeoutAt: new Date(record.timeoutAt).toISOString(),
    startedAt: new Date(record.startedAt).toISOString(),
    finishedAt: record.finishedAt === null ? null : new Date(record.finishedAt).toISOString(),
    proxyUsedMb: megabytes(record.proxyBytes),
    proxyCost: dollars(record.proxyNano),
    browserCost: dollars(record.browserNano),
    agentSessionId: record.agentSessionId,
    profileError: record.profileError,
    recordingUrl: record.recording === null ? null : fileLink(record.recording, basename(record.recording)),
    metadata: record.settings.metadata ?? {},
  };
}
