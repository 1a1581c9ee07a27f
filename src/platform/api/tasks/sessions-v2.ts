/** Endpoints for agent sessions in v2, where tasks are sent to a session. */
import { dollars, megabytes } from "../../billing/money.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { type BrowsersOfSession, LIVE } from "../../store/records/sessions.ts";
import {
  type AnyCall,
  dateOf,
  liveUrlOf,
  modelNamed,
  requestContextOf,
  sessionOf,
  settingsOf,
  startUrlOf,
} from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { dateTime, decimal, orNull, pageOf, pageQuery, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession, CustomProxy, profileChoice, proxyCountry, screen } from "../http/schemas.ts";
import { nameIn } from "../sessions/shapes.ts";
import { shareUrlOf } from "../sessions/shares.ts";
import { TaskItemView, taskItem } from "./shapes.ts";

const COMMON = { versions: ["v2"], tag: "Sessions" } as const;

const SessionStatus = z.enum(["active", "stopped"]).openapi("SessionStatus");
const SessionUpdateAction = z.enum(["stop"]).openapi("SessionUpdateAction");
const UpdateSessionRequest = z.object({ action: SessionUpdateAction }).openapi("UpdateSessionRequest");

const CreateSessionRequest = z
  .object({
    profileId: profileChoice,
    proxyCountryCode: proxyCountry,
    startUrl: z.string().nullish().openapi({ description: "URL to open first" }),
    url: z.string().nullish().openapi({ description: "Alias of `startUrl`, which takes precedence" }),
    ...screen,
    persistMemory: z.boolean().default(true).openapi({ description: "Tasks remember earlier tasks of the session" }),
    keepAlive: z.boolean().default(true).openapi({ description: "Keep the session when its task ends" }),
    customProxy: orNull(CustomProxy).optional(),
    enableRecording: z.boolean().default(false),
  })
  .openapi("CreateSessionRequest")
  .transform(({ url, ...rest }) => ({ ...rest, startUrl: rest.startUrl ?? url }));

const head = {
  id: uuid(),
  status: SessionStatus,
  liveUrl: z.string().nullish(),
  recordingUrl: z.string().nullish(),
  startedAt: dateTime(),
  finishedAt: dateTime().nullish(),
};
const proxied = { proxyUsedMb: decimal(), proxyCost: decimal() };

const SessionItemView = z
  .object({ ...head, persistMemory: z.boolean(), keepAlive: z.boolean(), ...proxied })
  .openapi("SessionItemView");

const SessionView = z
  .object({
    ...head,
    tasks: z.array(TaskItemView),
    publicShareUrl: z.string().nullish(),
    persistMemory: z.boolean().default(true),
    keepAlive: z.boolean().default(true),
    ...proxied,
  })
  .openapi("SessionView");

/** A list item, without URLs. */
function item(session: SessionRecord, browsers: BrowsersOfSession | undefined): z.output<typeof SessionItemView> {
  const { id, status, createdAt, finishedAt, persistMemory, keepAlive } = session;
  const { proxyBytes = 0, proxyNano = 0 } = browsers ?? {};
  return {
    id,
    status: LIVE.includes(status) ? "active" : "stopped",
    liveUrl: null,
    recordingUrl: null,
    startedAt: dateOf(createdAt),
    finishedAt: finishedAt === null ? null : dateOf(finishedAt),
    ...{ persistMemory, keepAlive, proxyUsedMb: megabytes(proxyBytes), proxyCost: dollars(proxyNano) },
  };
}

async function itemView(session: SessionRecord, call: AnyCall): Promise<z.output<typeof SessionItemView>> {
  const browsers = (await call.platform.agents.records.sessions.browsersOf([session.id])).get(session.id);
  const recording = browsers?.recordings.at(-1);
  return {
    ...item(session, browsers),
    liveUrl: await liveUrlOf(call, session),
    recordingUrl: recording === undefined ? null : call.fileLink(recording, nameIn(recording)),
  };
}

async function detailView(session: SessionRecord, call: AnyCall): Promise<z.output<typeof SessionView>> {
  const tasks = (await call.platform.agents.records.tasks.ofSession(session.id)).map(taskItem);
  return { ...(await itemView(session, call)), tasks, publicShareUrl: shareUrlOf(session, call) };
}

const listSessions = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions",
  id: "listSessions",
  summary: "List sessions, newest first",
  query: z.object({ ...pageQuery, filterBy: SessionStatus.optional() }),
  status: 200,
  answer: pageOf(SessionItemView, "SessionListResponse"),
  async handle({ platform, projectId, query: { pageSize, pageNumber, filterBy } }) {
    const { sessions } = platform.agents.records;
    const state = filterBy === undefined ? undefined : filterBy === "active" ? "live" : "ended";
    const { items, total } = await sessions.list(projectId, { page: pageNumber, size: pageSize, state });
    const browsers = await sessions.browsersOf(items.map(({ id }) => id));
    const shown = items.map((one) => item(one, browsers.get(one.id)));
    return { status: 200, body: { items: shown, totalItems: total, pageNumber, pageSize } };
  },
});

const createSession = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions",
  id: "createSession",
  summary: "Start a session",
  body: CreateSessionRequest,
  bodyOptional: true,
  example: { startUrl: "https://shop.example.com", keepAlive: true },
  status: 201,
  answer: SessionItemView,
  errors: [400, 402, 404, 409, 429],
  async handle(call) {
    const { body, projectId, platform } = call;
    const { keepAlive, persistMemory } = body;
    const startUrl = startUrlOf(body.startUrl);
    const model = modelNamed(call, "llm", undefined);
    const settings = await settingsOf(call, body);
    const asked = { projectId, model, keepAlive, persistMemory, settings, startUrl };
    const { sessionId } = await platform.agents.create(asked, requestContextOf(call, "sessions"));
    return { status: 201, body: await itemView(await sessionOf(call, sessionId), call) };
  },
});

const getSession = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions/{session_id}",
  id: "getSession",
  summary: "Read a session with its tasks",
  params: BySession,
  status: 200,
  answer: SessionView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: await detailView(await sessionOf(call, call.params.session_id), call) };
  },
});

const updateSession = endpoint({
  ...COMMON,
  method: "patch",
  path: "/sessions/{session_id}",
  id: "updateSession",
  summary: "Stop a session",
  params: BySession,
  body: UpdateSessionRequest,
  example: { action: "stop" },
  status: 200,
  answer: SessionView,
  errors: [404],
  async handle(call) {
    const session = await sessionOf(call, call.params.session_id);
    await call.platform.agents.stop(session, "session");
    return { status: 200, body: await detailView(await sessionOf(call, session.id), call) };
  },
});

const deleteSession = endpoint({
  ...COMMON,
  method: "delete",
  path: "/sessions/{session_id}",
  id: "deleteSession",
  summary: "Delete a session with its tasks",
  description: "Like a purge, but pending webhook events are still delivered, and the ledger keeps its id.",
  params: BySession,
  status: 204,
  errors: [404],
  async handle(call) {
    await call.platform.agents.remove(await sessionOf(call, call.params.session_id));
    return { status: 204 };
  },
});

const purgeSession = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions/{session_id}/purge",
  id: "purgeSession",
  summary: "Remove all data of a session",
  description:
    "Stops the session and removes its record, tasks, messages, screenshots, files, its workspace (unless you created it), its browsers with downloads and recordings, and its webhook deliveries. The ledger keeps its costs without ids.",
  params: BySession,
  status: 204,
  errors: [403, 404, 504],
  async handle(call) {
    await call.platform.agents.remove(await sessionOf(call, call.params.session_id), { isPurge: true });
    return { status: 204 };
  },
});

export const sessionsV2 = [listSessions, createSession, getSession, updateSession, deleteSession, purgeSession];
