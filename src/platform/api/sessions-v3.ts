/** Endpoints of agent sessions as v3 has them: the session carries the task. Described and checked; not in this version. */

import { ProxyCountryCode } from "./countries.ts";
import { planned } from "./endpoint.ts";
import { anyObject, dateTime, decimal, integer, MAX_PAGE, orNull, queryInteger, uuid } from "./fields.ts";
import { z } from "./hono.ts";
import { BySession, profileChoice, proxyCountry } from "./schemas.ts";

const COMMON = { versions: ["v3"], tag: "Sessions" } as const;
const WHAT = "agent sessions";

const AgentSessionStatus = z
  .enum(["created", "idle", "running", "stopped", "timed_out", "error"])
  .openapi("AgentSessionStatus");

/** Names of models are examples in the contract: which there are is the operator's affair. */
const AgentModel = z
  .string()
  .openapi("AgentModel", { description: "Name of a language model that the server has", example: "claude-sonnet-4.6" });

const StopStrategy = z.enum(["task", "session"]).openapi("StopStrategy");
const StopSessionRequest = z
  .object({
    strategy: StopStrategy.default("session").openapi({
      description: "`session` ends it; `task` stops what it does and leaves it idle",
    }),
  })
  .openapi("StopSessionRequest");

const SessionRunRequest = z
  .object({
    task: z.string().nullish().openapi({ description: "What to do; without it the session is made and waits" }),
    model: AgentModel.optional(),
    sessionId: uuid().nullish().openapi({ description: "An idle session to do it in; then `task` is needed" }),
    keepAlive: z.boolean().default(false).openapi({ description: "The session waits for more when the task ends" }),
    maxCostUsd: z
      .union([z.number().min(0), decimal(), z.null()])
      .optional()
      .openapi({
        description: "The task is stopped when it has cost this much: a number, or one as text",
      }),
    profileId: profileChoice,
    workspaceId: uuid().nullish(),
    proxyCountryCode: proxyCountry,
    outputSchema: anyObject().nullish().openapi({ description: "JSON Schema: what `output` is to look like" }),
    enableScheduledTasks: z.boolean().default(false),
    sensitiveData: z.record(z.string(), z.string()).nullish().openapi({
      description: "Values by name: the model reads names, values are put in as they are typed",
    }),
    enableRecording: z.boolean().default(false),
    skills: z.boolean().default(true),
    agentmail: z.boolean().default(true),
    codeMode: z.boolean().default(false),
    cacheScript: z.boolean().nullish(),
    useOwnKey: z.boolean().default(false),
    autoHeal: z.boolean().default(true),
  })
  .refine((body) => !body.sessionId || body.task, {
    path: ["task"],
    error: "A task is needed for a session that exists",
  })
  .openapi("SessionRunRequest");

const SessionResponse = z
  .object({
    id: uuid(),
    status: AgentSessionStatus,
    model: AgentModel,
    title: z.string().nullish(),
    output: z.unknown().optional().openapi({ description: "Text, or what `outputSchema` says" }),
    outputSchema: anyObject().nullish(),
    stepCount: integer().default(0),
    lastStepSummary: z.string().nullish(),
    isTaskSuccessful: z.boolean().nullish(),
    liveUrl: z.string().nullish(),
    recordingUrls: z.array(z.string()),
    profileId: uuid().nullish(),
    workspaceId: uuid().nullish(),
    proxyCountryCode: orNull(ProxyCountryCode).optional(),
    maxCostUsd: decimal().nullish(),
    totalInputTokens: integer().default(0),
    totalOutputTokens: integer().default(0),
    proxyUsedMb: decimal(),
    llmCostUsd: decimal(),
    proxyCostUsd: decimal(),
    browserCostUsd: decimal(),
    totalCostUsd: decimal(),
    screenshotUrl: z.string().nullish(),
    agentmailEmail: z.string().nullish(),
    integrationsUsed: z.array(z.string()),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .openapi("SessionResponse");

const SessionListResponse = z
  .object({ sessions: z.array(SessionResponse), total: integer(), page: integer(), pageSize: integer() })
  .openapi("SessionListResponse");

const MessageResponse = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    role: z.string().openapi({ description: "`human` or `ai`" }),
    data: z.string(),
    type: z.string().default("").openapi({ description: "Like `user_message`, `browser_action`, `completion`" }),
    summary: z.string().default(""),
    screenshotUrl: z.string().nullish(),
    hidden: z.boolean().default(false),
    createdAt: dateTime(),
  })
  .openapi("MessageResponse");

const MessageListResponse = z
  .object({ messages: z.array(MessageResponse), hasMore: z.boolean() })
  .openapi("MessageListResponse");

export const sessionsV3 = [
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/sessions",
    id: "createSession",
    summary: "Run a task, in a new session or in one that is idle",
    description: "Answers at once: poll the session until it is `idle`, `stopped`, `timed_out` or `error`.",
    body: SessionRunRequest,
    example: { task: "Find the price of the blue kettle on https://shop.example.com" },
    status: 200,
    answer: SessionResponse,
    errors: [402, 404, 409, 429],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions",
    id: "listSessions",
    summary: "List sessions, newest first",
    query: z.object({
      page: queryInteger(1, MAX_PAGE, 1).openapi({ description: "Which page, counted from 1" }),
      page_size: queryInteger(1, 100, 20).openapi({ description: "Rows of a page" }),
    }),
    status: 200,
    answer: SessionListResponse,
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions/{session_id}",
    id: "getSession",
    summary: "Read a session",
    params: BySession,
    status: 200,
    answer: SessionResponse,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "delete",
    path: "/sessions/{session_id}",
    id: "deleteSession",
    summary: "Delete a session, stopping it first",
    params: BySession,
    status: 204,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "post",
    path: "/sessions/{session_id}/stop",
    id: "stopSession",
    summary: "Stop a session or its task",
    params: BySession,
    body: StopSessionRequest,
    bodyOptional: true,
    example: { strategy: "task" },
    status: 200,
    answer: SessionResponse,
    errors: [404],
  }),
  planned(WHAT, {
    ...COMMON,
    method: "get",
    path: "/sessions/{session_id}/messages",
    id: "listSessionMessages",
    summary: "Read what was said and done in a session",
    params: BySession,
    query: z.object({
      after: uuid().optional().openapi({ description: "Messages after this one" }),
      before: uuid().optional().openapi({ description: "Messages before this one" }),
      limit: queryInteger(1, 100, 10).openapi({ description: "Rows of a page" }),
    }),
    status: 200,
    answer: MessageListResponse,
    errors: [404],
  }),
];
