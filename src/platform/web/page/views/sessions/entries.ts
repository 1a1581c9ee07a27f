/** Turns the messages of a session into timeline entries: each action with its result and the page after it. Pure. */
import type { MessageResponse } from "../../api/v3.gen.ts";

export interface Entry {
  id: string;
  /** CSS class: empty for a finished action, `busy` until its result arrives, `bad` if it failed. */
  kind: "" | "busy" | "bad" | "human" | "outcome" | "thought" | "words";
  /** Time of the message in ISO 8601. */
  at: string;
  /** An entry has either an action with its arguments or a text. */
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

/** The screenshot after a message. */
export interface Picture {
  messageId: string;
  address: string;
  /** ID of the message before, so that this one can be read again. */
  before: string | undefined;
}

/** `pictures` maps message IDs to addresses. */
export function entriesOf(messages: readonly MessageResponse[], pictures: ReadonlyMap<string, string>): Entry[] {
  const entries: Entry[] = [];
  /** The action that waits for its result. */
  let open: Entry | undefined;
  /** The entry that got the picture of the message before, because that message has no entry of its own. */
  let receiver: Entry | undefined;
  messages.forEach((message, n) => {
    const own = message.hidden ? undefined : entryOf(message, open);
    if (own && own !== open) entries.push(own);
    if (!message.hidden) open = followUp(message, own, open);
    const before = messages[n - 1]?.id;
    if (own && receiver && message.type === "completion") movePicture(receiver, own, before);
    const entry = own ?? entries.at(-1);
    const address = pictures.get(message.id);
    if (address !== undefined) entry?.pictures.push({ messageId: message.id, address, before });
    receiver = own ? undefined : entry;
  });
  return entries;
}

/** Moves the picture of a message to the outcome, because it shows the page at the end of the task. */
function movePicture(from: Entry, outcome: Entry, messageId: string | undefined): void {
  const isMoved = (one: Picture) => one.messageId === messageId;
  outcome.pictures.push(...from.pictures.filter(isMoved));
  from.pictures = from.pictures.filter((one) => !isMoved(one));
}

const isAnswer = ({ type }: MessageResponse) => type.endsWith("_result") || type.endsWith("_error");

/** The entry of a message. A result belongs to the entry of its action, `open`. */
function entryOf(message: MessageResponse, open: Entry | undefined): Entry | undefined {
  const { id, type, data, createdAt: at } = message;
  if (isAnswer(message)) return open ?? (type.endsWith("_error") ? textEntry(message) : undefined);
  const action = actionOf(data);
  if (!action) return textEntry(message);
  // Questions and final answers are separate messages.
  if (action.tool === "ask" || action.tool === "done") return undefined;
  return { id, kind: "busy", at, action, pictures: [] };
}

/** Completes the open action with its result. Returns the action that is open after the message. */
function followUp(message: MessageResponse, own: Entry | undefined, open: Entry | undefined): Entry | undefined {
  // A stopped action has no result.
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
