/** Endpoints for the messages of a session: as pages and as a live stream. */
import { sessionEvents } from "../../agents/sessions/events.ts";
import { Refusal } from "../../refusal.ts";
import type { MessageRecord } from "../../store/records/messages.ts";
import { type AnyCall, dateOf, sessionOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { dateTime, queryInteger, uuid } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession } from "../http/schemas.ts";
import { nameIn, sessionItem } from "./shapes.ts";

const MessageResponse = z
  .object({
    id: uuid(),
    sessionId: uuid(),
    role: z.string().openapi({ description: "`human` or `ai`" }),
    data: z.string().openapi({
      description: "Text; for an action `{id, tool, args}` as JSON, for its result the output of the tool",
    }),
    type: z.string().default("").openapi({
      description:
        "`user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`, `code_execution`, the action types with `_result` or `_error` for their outcome, or `completion`. New types can be added",
    }),
    summary: z.string().default(""),
    screenshotUrl: z.string().nullish(),
    hidden: z.boolean().default(false),
    createdAt: dateTime(),
  })
  .openapi("MessageResponse");

const MessageListResponse = z
  .object({ messages: z.array(MessageResponse), hasMore: z.boolean() })
  .openapi("MessageListResponse");

function view(message: MessageRecord, call: AnyCall): z.output<typeof MessageResponse> {
  const { id, sessionId, role, data, type, summary, screenshot, hidden, createdAt } = message;
  const screenshotUrl = screenshot === null ? null : call.fileLink(screenshot, nameIn(screenshot));
  return { id, sessionId, role, data, type, summary, screenshotUrl, hidden, createdAt: dateOf(createdAt) };
}

/** Sequence number of the message that a cursor names. Errors: 400 if the session has no such message. */
async function seqOf(call: AnyCall, sessionId: string, id: string | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const seq = await call.platform.agents.records.messages.seqOf(sessionId, id);
  if (seq !== undefined) return seq;
  throw new Refusal(400, "Invalid cursor", {
    hint: "Pass the `id` of a message of this session.",
  });
}

export const listSessionMessages = endpoint({
  versions: ["v3"],
  tag: "Sessions",
  method: "get",
  path: "/sessions/{session_id}/messages",
  id: "listSessionMessages",
  summary: "List the messages of a session",
  description:
    "In chronological order. With `after` the messages that follow that message; otherwise the latest ones, or with `before` the latest ones before that message. `hasMore` is true if there are more in that direction.",
  params: BySession,
  query: z.object({
    after: uuid().optional().openapi({ description: "Only messages after this one" }),
    before: uuid().optional().openapi({ description: "Only messages before this one" }),
    limit: queryInteger(1, 100, 10).openapi({ description: "Items per page" }),
  }),
  status: 200,
  answer: MessageListResponse,
  errors: [400, 404],
  async handle(call) {
    const { platform, params, query } = call;
    const session = await sessionOf(call, params.session_id);
    const after = await seqOf(call, session.id, query.after);
    const before = await seqOf(call, session.id, query.before);
    const page = await platform.agents.records.messages.page(session.id, { after, before, limit: query.limit });
    return { status: 200, body: { messages: page.messages.map((one) => view(one, call)), hasMore: page.hasMore } };
  },
});

export const streamSessionEvents = endpoint({
  versions: ["v3"],
  tag: "Sessions",
  method: "get",
  path: "/sessions/{session_id}/events",
  id: "streamSessionEvents",
  summary: "Stream the events of a session",
  description:
    "Server-sent events. `session` contains the session as in the list; it comes first and after each change. `message` contains one message, with its id as the event id; messages start with the first one, or after the one in `Last-Event-ID` (header, or `lastEventId`). The stream ends with `end` when the session has ended, or with `until=idle` also when it has no task any more. Extension of this server.",
  params: BySession,
  query: z.object({
    lastEventId: uuid().optional().openapi({ description: "Same as the header, which takes precedence" }),
    until: z
      .enum(["ended", "idle"])
      .default("ended")
      .openapi({ description: "When the stream ends: with the session, or also when the session is idle" }),
  }),
  status: 200,
  isStream: true,
  errors: [400, 404],
  async handle(call) {
    const session = await sessionOf(call, call.params.session_id);
    const last = call.headers.get("last-event-id") || call.query.lastEventId;
    const after = (await seqOf(call, session.id, last)) ?? 0;
    const { records } = call.platform.agents;
    const events = sessionEvents(records, session, {
      after,
      endsWhenIdle: call.query.until === "idle",
      signal: call.signal,
      onRevoked: call.onRevoked,
      message: (one) => view(one, call),
      session: sessionItem,
    });
    return { status: 200, events };
  },
});
