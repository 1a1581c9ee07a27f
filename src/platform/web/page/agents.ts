/** Agent sessions: what the API tells of them, and what is asked of it. */
import { call } from "./api.ts";

export interface Session {
  id: string;
  status: "created" | "idle" | "running" | "stopped" | "timed_out" | "error";
  title: string | null;
  model: string;
  output: unknown;
  stepCount: number;
  lastStepSummary: string | null;
  isTaskSuccessful: boolean | null;
  endReason: string | null;
  question: string | null;
  workspaceId: string | null;
  liveUrl: string | null;
  recordingUrls: string[];
  screenshotUrl: string | null;
  totalInputTokens: number;
  totalOutputTokens: number;
  totalCostUsd: string;
  createdAt: string;
}

export interface Message {
  id: string;
  role: string;
  type: string;
  data: string;
  summary: string;
  screenshotUrl: string | null;
  hidden: boolean;
  createdAt: string;
}

export interface Model {
  name: string;
  isDefault: boolean;
}

/** What the list calls a session, and by what it can be filtered. */
export const STATES = {
  starting: "starting",
  running: "running",
  waiting: "needs you",
  idle: "idle",
  done: "done",
  failed: "not done",
  ended: "ended",
} as const;
export type State = keyof typeof STATES;

export function stateOf({ status, question, isTaskSuccessful }: Session): State {
  if (status === "running") return question === null ? "running" : "waiting";
  if (status === "created") return "starting";
  if (status === "idle") return "idle";
  if (isTaskSuccessful === true) return "done";
  // One that nobody gave a task ends without an outcome.
  return isTaskSuccessful === false || status === "error" ? "failed" : "ended";
}

export const isLive = ({ status }: Session) => status === "created" || status === "idle" || status === "running";

/** The API gives so many at once. */
const PAGE = 100;

/** What the server is asked for; the rest a session says itself. */
const FILTERS: Record<State, "active" | "ended"> = {
  ...{ starting: "active", running: "active", waiting: "active", idle: "active" },
  ...{ done: "ended", failed: "ended", ended: "ended" },
};

/** The newest ones in that state, or in any, that many pages of them. */
export async function sessions(pages: number, state: State | ""): Promise<{ items: Session[]; total: number }> {
  const filter = state === "" ? "" : `&filterBy=${FILTERS[state]}`;
  const asked = Array.from({ length: pages }, (_, n) =>
    call<{ sessions: Session[]; total: number }>("GET", `/api/v3/sessions?page_size=${PAGE}&page=${n + 1}${filter}`),
  );
  const got = await Promise.all(asked);
  // A session that was made meanwhile moves the others to the next page.
  const items = new Map(got.flatMap((page) => page.sessions).map((one) => [one.id, one]));
  return { items: [...items.values()], total: got[0]?.total ?? 0 };
}

export const pathOf = (id: string) => `/api/v3/sessions/${encodeURIComponent(id)}`;
export const session = (id: string) => call<Session>("GET", pathOf(id));
export const messages = (id: string, query: string) =>
  call<{ messages: Message[] }>("GET", `${pathOf(id)}/messages?${query}`);
export const models = async () => (await call<{ items: Model[] }>("GET", "/api/v3/models")).items;

export const stop = (id: string, strategy: "task" | "session") =>
  call<Session>("POST", `${pathOf(id)}/stop`, { strategy });

/** A task for an idle session, or the answer to what the agent of a running one asks. */
export const tell = (id: string, task: string) => call<Session>("POST", "/api/v3/sessions", { sessionId: id, task });

export interface SessionOptions {
  task: string;
  startUrl: string;
  model: string;
  keepAlive: boolean;
  profileId: string | null;
  workspaceId: string | null;
  enableRecording: boolean;
}

/** Starts a session and gives its id. */
export async function start({ task, startUrl, model, ...settings }: SessionOptions): Promise<string> {
  const asked = { ...settings, model, task, startUrl: startUrl || null };
  return (await call<Session>("POST", "/api/v3/sessions", asked)).id;
}

/** What a task gave, to be read; undefined for nothing. */
export function textOf(output: unknown): string | undefined {
  if (output === null || output === undefined) return undefined;
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/** `$0.0123`: as exact as a person wants it. */
export function cost(usd: string): string {
  const amount = Number(usd);
  return amount > 0 && amount < 0.0001 ? "<$0.0001" : `$${Number(amount.toFixed(4))}`;
}

/** `34.1k`. */
export function count(tokens: number): string {
  return new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 }).format(tokens);
}
