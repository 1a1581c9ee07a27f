/** Schemas of agent sessions in v3, and the conversion of records to them. */
import { dollars, megabytes } from "../../billing/money.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { BrowsersOfSession } from "../../store/records/sessions.ts";
import { type AnyCall, dateOf, liveUrlOf } from "../http/agents.ts";
import { ProxyCountryCode } from "../http/countries.ts";
import { anyObject, dateTime, decimal, integer, orNull, text, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { profileChoice, proxyCountry, screen } from "../http/schemas.ts";

const AgentSessionStatus = z
  .enum(["created", "idle", "running", "stopped", "timed_out", "error"])
  .openapi("AgentSessionStatus");

/** Validity of the URL of the latest screenshot. */
const SCREENSHOT_MS = 300_000;

export const SessionFilter = z
  .enum(["active", "ended"])
  .openapi("SessionFilter", { description: "`active`: created, idle or running. Extension of this server" });

/** A string, not an enumeration: the operator configures the models. */
const AgentModel = z
  .string()
  .openapi("AgentModel", { description: "Name of a language model of the server", example: "claude-sonnet-4.6" });

export const ThinkingLevel = z
  .enum(["disabled", "low", "medium", "high"])
  .openapi("ThinkingLevel", { description: "Reasoning effort, for models that support it" });

const StopStrategy = z.enum(["task", "session"]).openapi("StopStrategy");
export const StopSessionRequest = z
  .object({
    strategy: StopStrategy.default("session").openapi({
      description: "`session` ends the session; `task` stops its task and leaves the session idle",
    }),
  })
  .openapi("StopSessionRequest");

export const SessionRunRequest = z
  .object({
    task: text(0, 50_000)
      .nullish()
      .openapi({ description: "Instructions for the agent; if omitted, the session is created idle" }),
    startUrl: z.string().nullish().openapi({ description: "URL to open first. Extension of this server" }),
    url: z.string().nullish().openapi({ description: "Alias of `startUrl`, which takes precedence" }),
    model: AgentModel.optional(),
    thinkingLevel: orNull(ThinkingLevel)
      .optional()
      .openapi({ description: "Also applies to later tasks of the session" }),
    sessionId: uuid().nullish().openapi({ description: "Idle session to run the task in; requires `task`" }),
    keepAlive: z.boolean().optional().openapi({
      default: false,
      description:
        "Keep the session idle when the task ends. If omitted for an existing session, the value stays unchanged",
    }),
    maxCostUsd: z
      .union([z.number().min(0), decimal(), z.null()])
      .optional()
      .openapi({
        description:
          "Stop the task when the session has cost this much at the operator's prices, as a number or a string. If omitted, no limit",
      }),
    profileId: profileChoice,
    workspaceId: uuid().nullish().openapi({
      description: "Workspace whose files the agent reads and writes; if omitted, the session gets its own",
    }),
    proxyCountryCode: proxyCountry,
    ...screen,
    outputSchema: anyObject().nullish().openapi({ description: "JSON Schema of `output`" }),
    enableScheduledTasks: z.boolean().default(false),
    sensitiveData: z.record(z.string(), z.string()).nullish().openapi({
      description:
        "Secret values by name. The model sees only the names; the values are inserted when the agent types them",
    }),
    enableRecording: z.boolean().default(false),
    skills: z.boolean().default(true).openapi({ description: "Let the agent run the enabled skills of the project" }),
    agentmail: z.boolean().default(true),
    codeMode: z.boolean().default(false),
    cacheScript: z.boolean().nullish().openapi({
      description:
        "Store a script of the task in the workspace and run it the next time. Default: true if the task contains `@{{value}}`",
    }),
    useOwnKey: z.boolean().default(false).openapi({
      description: "Accepted without effect: this server always uses the operator's keys for models",
    }),
    autoHeal: z
      .boolean()
      .default(true)
      .openapi({ description: "If the cached script fails, let an agent do the task" }),
  })
  .refine((body) => !body.sessionId || body.task, {
    path: ["task"],
    error: "`task` is required with `sessionId`",
  })
  .transform(({ url, ...rest }) => ({ ...rest, startUrl: rest.startUrl ?? url }))
  .openapi("SessionRunRequest");

export const SessionResponse = z
  .object({
    id: uuid(),
    status: AgentSessionStatus,
    model: AgentModel,
    thinkingLevel: orNull(ThinkingLevel).optional(),
    title: z.string().nullish(),
    output: z.unknown().optional().openapi({ description: "Text, or a value that matches `outputSchema`" }),
    outputSchema: anyObject().nullish(),
    stepCount: integer().default(0),
    lastStepSummary: z.string().nullish(),
    isTaskSuccessful: z.boolean().nullish().openapi({ description: "Null until the task has ended" }),
    endReason: z.string().nullish().openapi({
      description: "Why the task failed or the session ended. Extension of this server",
    }),
    question: z.string().nullish().openapi({
      description: "Question of the agent; the next `task` of the session answers it. Extension of this server",
    }),
    liveUrl: z.string().nullish().openapi({
      description:
        "Page that shows the browser and accepts input. Anyone with this URL can control the browser: treat it as a secret.",
    }),
    recordingUrls: z.array(z.string()).openapi({ description: "Recordings of browsers that have ended" }),
    profileId: uuid().nullish(),
    workspaceId: uuid().nullish(),
    proxyCountryCode: orNull(ProxyCountryCode).optional(),
    browserScreenWidth: integer().nullish(),
    browserScreenHeight: integer().nullish(),
    maxCostUsd: decimal().nullish(),
    totalInputTokens: integer().default(0),
    totalOutputTokens: integer().default(0),
    proxyUsedMb: decimal(),
    llmCostUsd: decimal(),
    proxyCostUsd: decimal(),
    browserCostUsd: decimal(),
    totalCostUsd: decimal(),
    screenshotUrl: z
      .string()
      .nullish()
      .openapi({ description: "The page after the last step; the URL is valid for 5 minutes" }),
    agentmailEmail: z.string().nullish(),
    integrationsUsed: z.array(z.string()),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  })
  .openapi("SessionResponse");

export const SessionListResponse = z
  .object({ sessions: z.array(SessionResponse), total: integer(), page: integer(), pageSize: integer() })
  .openapi("SessionListResponse");

type View = z.output<typeof SessionResponse>;

/** A list item, without URLs: signing them for each row would make lists slow. */
export function sessionItem(session: SessionRecord, browsers: BrowsersOfSession | undefined): View {
  const { settings, costNano } = session;
  const { proxyBytes = 0, proxyNano = 0, browserNano = 0 } = browsers ?? {};
  return {
    id: session.id,
    status: session.status,
    model: session.model,
    thinkingLevel: session.thinking ?? null,
    title: session.title,
    output: session.output,
    outputSchema: session.outputSchema,
    stepCount: session.stepCount,
    lastStepSummary: session.lastStepSummary,
    isTaskSuccessful: session.isSuccessful,
    endReason: session.reason,
    question: session.question,
    liveUrl: null,
    recordingUrls: [],
    profileId: settings.profileId,
    workspaceId: session.workspaceId,
    proxyCountryCode: (settings.proxyCountryCode ?? null) as View["proxyCountryCode"],
    browserScreenWidth: settings.width,
    browserScreenHeight: settings.height,
    maxCostUsd: session.maxCostNano === null ? null : dollars(session.maxCostNano),
    totalInputTokens: session.inputTokens,
    totalOutputTokens: session.outputTokens,
    proxyUsedMb: megabytes(proxyBytes),
    llmCostUsd: dollars(costNano),
    proxyCostUsd: dollars(proxyNano),
    browserCostUsd: dollars(browserNano),
    totalCostUsd: dollars(costNano + proxyNano + browserNano),
    screenshotUrl: null,
    agentmailEmail: null,
    integrationsUsed: [],
    createdAt: dateOf(session.createdAt),
    updatedAt: dateOf(session.updatedAt),
  };
}

export async function sessionView(session: SessionRecord, call: AnyCall): Promise<View> {
  const browsers = (await call.platform.agents.records.sessions.browsersOf([session.id])).get(session.id);
  return {
    ...sessionItem(session, browsers),
    liveUrl: await liveUrlOf(call, session),
    recordingUrls: (browsers?.recordings ?? []).map((key) => call.fileLink(key, nameIn(key))),
    screenshotUrl:
      session.screenshot === null ? null : call.fileLink(session.screenshot, nameIn(session.screenshot), SCREENSHOT_MS),
  };
}

/** The file name in an object key. */
export function nameIn(key: string): string {
  return key.split("/").at(-1) ?? key;
}
