/** The shapes of agent sessions of v3, and how a record looks in them. */
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

/** Which sessions a list holds: those that are open, or have ended. */
/** How long the address of the newest screenshot works. */
const SCREENSHOT_MS = 300_000;

export const SessionFilter = z
  .enum(["active", "ended"])
  .openapi("SessionFilter", { description: "`active`: created, idle or running. An addition of this server" });

/** Names of models are examples in the contract: which there are is the operator's affair. */
const AgentModel = z
  .string()
  .openapi("AgentModel", { description: "Name of a language model that the server has", example: "claude-sonnet-4.6" });

export const ThinkingLevel = z
  .enum(["disabled", "low", "medium", "high"])
  .openapi("ThinkingLevel", { description: "How much the model may think, where it can be told" });

const StopStrategy = z.enum(["task", "session"]).openapi("StopStrategy");
export const StopSessionRequest = z
  .object({
    strategy: StopStrategy.default("session").openapi({
      description: "`session` ends it; `task` stops what it does and leaves it idle",
    }),
  })
  .openapi("StopSessionRequest");

export const SessionRunRequest = z
  .object({
    task: text(0, 50_000).nullish().openapi({ description: "What to do; without it the session is made and waits" }),
    startUrl: z.string().nullish().openapi({ description: "Page to begin on. An addition of this server" }),
    url: z.string().nullish().openapi({ description: "Another name of `startUrl`, which goes first" }),
    model: AgentModel.optional(),
    thinkingLevel: orNull(ThinkingLevel).optional().openapi({ description: "Stays for later tasks of the session" }),
    sessionId: uuid().nullish().openapi({ description: "An idle session to do it in; then `task` is needed" }),
    keepAlive: z.boolean().optional().openapi({
      default: false,
      description: "The session waits for more when the task ends. Left out for a session that is there: as it was",
    }),
    maxCostUsd: z
      .union([z.number().min(0), decimal(), z.null()])
      .optional()
      .openapi({
        description:
          "The task is stopped when the session has cost this much, by the operator's prices: a number, or one as text. Left out: no limit",
      }),
    profileId: profileChoice,
    workspaceId: uuid().nullish().openapi({
      description: "Workspace whose files the agent reads and writes; without it the session gets one of its own",
    }),
    proxyCountryCode: proxyCountry,
    ...screen,
    outputSchema: anyObject().nullish().openapi({ description: "JSON Schema: what `output` is to look like" }),
    enableScheduledTasks: z.boolean().default(false),
    sensitiveData: z.record(z.string(), z.string()).nullish().openapi({
      description: "Values by name: the model reads names, values are put in as they are typed",
    }),
    enableRecording: z.boolean().default(false),
    skills: z
      .boolean()
      .default(true)
      .openapi({ description: "The agent may run the skills of the project that are enabled" }),
    agentmail: z.boolean().default(true),
    codeMode: z.boolean().default(false),
    cacheScript: z.boolean().nullish().openapi({
      description:
        "Keep a script of the task in the workspace, and run that the next time; else where the task has `@{{value}}`",
    }),
    useOwnKey: z.boolean().default(false).openapi({
      description: "Taken, and without effect: the models of this server are always asked with its operator's keys",
    }),
    autoHeal: z.boolean().default(true).openapi({ description: "Where that script fails an agent does the task" }),
  })
  .refine((body) => !body.sessionId || body.task, {
    path: ["task"],
    error: "A task is needed for a session that exists",
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
    output: z.unknown().optional().openapi({ description: "Text, or what `outputSchema` says" }),
    outputSchema: anyObject().nullish(),
    stepCount: integer().default(0),
    lastStepSummary: z.string().nullish(),
    isTaskSuccessful: z.boolean().nullish().openapi({ description: "Null until the task has ended" }),
    endReason: z.string().nullish().openapi({
      description: "In words, why the task failed or the session ended. An addition of this server",
    }),
    question: z.string().nullish().openapi({
      description:
        "What the agent asks a person; the next `task` of the session is the answer. An addition of this server",
    }),
    liveUrl: z.string().nullish().openapi({
      description: "Page that shows the browser and takes input. Whoever has the address is in: treat it as a secret.",
    }),
    recordingUrls: z.array(z.string()).openapi({ description: "Films, once their browser has ended" }),
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
    screenshotUrl: z.string().nullish().openapi({ description: "The page after the last step; opens for 5 minutes" }),
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

/** Without addresses: signing them for each row of a list would hold up all other calls. */
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

/** The last part of a key. */
export function nameIn(key: string): string {
  return key.split("/").at(-1) ?? key;
}
