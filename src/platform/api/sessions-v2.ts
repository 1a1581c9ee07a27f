/** Endpoints of agent sessions as v2 has them: a browser that tasks are sent to. Described and checked; not in this version. */
import { planned } from "./endpoint.ts";
import { dateTime, decimal, integer, orNull, pageOf, pageQuery, uuid } from "./fields.ts";
import { z } from "./hono.ts";
import { BySession, CustomProxy, profileChoice, proxyCountry, screen } from "./schemas.ts";
import { TaskItemView } from "./tasks.ts";

const COMMON = { versions: ["v2"], tag: "Sessions" } as const;
const WHAT = "agent sessions";

const SessionStatus = z.enum(["active", "stopped"]).openapi("SessionStatus");
const SessionUpdateAction = z.enum(["stop"]).openapi("SessionUpdateAction");
const UpdateSessionRequest = z.object({ action: SessionUpdateAction }).openapi("UpdateSessionRequest");

const CreateSessionRequest = z
  .object({
    profileId: profileChoice,
    proxyCountryCode: proxyCountry,
    startUrl: z.string().nullish().openapi({ description: "Page to begin on" }),
    url: z.string().nullish().openapi({ description: "Another name of `startUrl`, which goes first" }),
    ...screen,
    persistMemory: z
      .boolean()
      .default(true)
      .openapi({ description: "Tasks know what earlier ones of the session did" }),
    keepAlive: z.boolean().default(true).openapi({ description: "The session stays when its task ends" }),
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

const ShareView = z
  .object({
    shareToken: z.string(),
    shareUrl: z.string(),
    viewCount: integer(),
    lastViewedAt: dateTime().nullish(),
  })
  .openapi("ShareView");

export const sessionsV2 = [
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions",
    id: "listSessions",
    summary: "List sessions, newest first",
    query: z.object({ ...pageQuery, filterBy: SessionStatus.optional() }),
    status: 200,
    answer: pageOf(SessionItemView, "SessionListResponse"),
  }),
  planned(WHAT, {
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
    errors: [402, 404, 429],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions/{session_id}",
    id: "getSession",
    summary: "Read a session with its tasks",
    params: BySession,
    status: 200,
    answer: SessionView,
    errors: [404],
  }),
  planned(WHAT, {
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
  }),
  planned(WHAT, {
    ...COMMON,
    method: "delete",
    path: "/sessions/{session_id}",
    id: "deleteSession",
    summary: "Delete a session with its tasks",
    params: BySession,
    status: 204,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/sessions/{session_id}/purge",
    id: "purgeSession",
    summary: "Remove what is kept of a session",
    description: "For projects that keep no data; others are refused with 403.",
    params: BySession,
    status: 204,
    errors: [403, 404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions/{session_id}/public-share",
    id: "getSessionPublicShare",
    summary: "Read how a session is shared",
    params: BySession,
    status: 200,
    answer: ShareView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/sessions/{session_id}/public-share",
    id: "createSessionPublicShare",
    summary: "Share a session by an address",
    description: "One that is shared already keeps its address.",
    params: BySession,
    status: 201,
    answer: ShareView,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "delete",
    path: "/sessions/{session_id}/public-share",
    id: "deleteSessionPublicShare",
    summary: "Share a session no more",
    params: BySession,
    status: 204,
    errors: [404],
  }),
];
