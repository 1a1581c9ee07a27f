/** The timeline of a session, made of its messages: each action with its result and the page after it. Pure. */
import type { MessageResponse } from "../../api/v3.gen.ts";

export interface Entry {
  id: string;
  /** Class of the entry: an action has none of its own, `busy` waits for its result, `bad` failed. */
  kind: "" | "busy" | "bad" | "human" | "outcome" | "thought" | "words";
  /** Time of the message in ISO 8601. */
  at: string;
  /** What the entry shows: an action with its arguments, or a text. */
  action?: Action;
  text?: string;
  /** A line below the text. */
  summary?: string;
  pictures: Picture[];
}

export interface Action {
  tool: string;
  args: Record<string, unknown>;
  result?: { summary: string; text: string };
}

/** The page after a message. */
export interface Picture {
  messageId: string;
  address: string;
  /** The message before, after which this one can be read again. */
  before: string | undefined;
}

/** `pictures` holds the addresses by the ids of messages. */
export function entriesOf(messages: readonly MessageResponse[], pictures: ReadonlyMap<string, string>): Entry[] {
  const entries: Entry[] = [];
  /** The action whose result has not come. */
  let open: Entry | undefined;
  /** The entry of the message before, where it has none of its own. */
  let borrowed: Entry | undefined;
  messages.forEach((message, n) => {
    const own = message.hidden ? undefined : entryOf(message, open);
    if (own && own !== open) entries.push(own);
    if (!message.hidden) open = followUp(message, own, open);
    const before = messages[n - 1]?.id;
    if (own && borrowed && message.type === "completion") lend(borrowed, own, before);
    const entry = own ?? entries.at(-1);
    const address = pictures.get(message.id);
    if (address !== undefined) entry?.pictures.push({ messageId: message.id, address, before });
    borrowed = own ? undefined : entry;
  });
  return entries;
}

/** The page at the end of a task belongs to its outcome: moves the picture of a message there. */
function lend(from: Entry, outcome: Entry, messageId: string | undefined): void {
  const isLent = (one: Picture) => one.messageId === messageId;
  outcome.pictures.push(...from.pictures.filter(isLent));
  from.pictures = from.pictures.filter((one) => !isLent(one));
}

const isAnswer = ({ type }: MessageResponse) => type.endsWith("_result") || type.endsWith("_error");

/** The entry of a message: of a result that of its action, which `open` is. */
function entryOf(message: MessageResponse, open: Entry | undefined): Entry | undefined {
  const { id, type, data, createdAt: at } = message;
  if (isAnswer(message)) return open ?? (type.endsWith("_error") ? textEntry(message) : undefined);
  const action = actionOf(data);
  if (!action) return textEntry(message);
  // What the agent asks and what it answers at the end are messages of their own.
  if (action.tool === "ask" || action.tool === "done") return undefined;
  return { id, kind: "busy", at, action, pictures: [] };
}

/** Closes the open action, and returns the one that is open after the message. */
function followUp(message: MessageResponse, own: Entry | undefined, open: Entry | undefined): Entry | undefined {
  // An action that was stopped has no result.
  if (open) open.kind = "";
  if (!isAnswer(message)) return own?.action ? own : undefined;
  if (open?.action) {
    open.kind = message.type.endsWith("_error") ? "bad" : "";
    open.action.result = { summary: message.summary, text: message.data };
  }
  return undefined;
}

const KINDS: Readonly<Record<string, Entry["kind"]>> = {
  user_message: "human",
  completion: "outcome",
  planning: "thought",
};

function textEntry({ id, type, data, summary, createdAt: at }: MessageResponse): Entry {
  const kind = KINDS[type] ?? (type.endsWith("_error") ? "bad" : "words");
  const isExplained = type === "completion" && summary !== "" && summary !== data;
  return { id, kind, at, text: data, ...(isExplained ? { summary } : {}), pictures: [] };
}

function actionOf(data: string): Action | undefined {
  if (!data.startsWith("{")) return undefined;
  try {
    const { id, tool, args } = JSON.parse(data) as Partial<Action & { id: string }>;
    return typeof id === "string" && typeof tool === "string" && args ? { tool, args } : undefined;
  } catch {
    return undefined;
  }
}
