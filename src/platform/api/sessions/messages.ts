/** Endpoints of what was said and done in a session: pages of messages, and the same as it happens. */
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
      description: "Text; of an action `{id, tool, args}` as JSON, of its result what the tool answered",
    }),
    type: z.string().default("").openapi({
      description:
        "`user_message`, `assistant_message`, `planning`, `browser_action`, `file_operation`, `code_execution`, those of an action with `_result` or `_error` for what came of it, `completion`; more may come",
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

/** Place of the message that a cursor names. Errors: 400 for one that is none of the session. */
async function placeOf(call: AnyCall, sessionId: string, id: string | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined;
  const seq = await call.platform.agents.records.messages.seqOf(sessionId, id);
  if (seq !== undefined) return seq;
  throw new Refusal(400, "The cursor is not a message of this session", {
    hint: "Use the `id` of one of its messages.",
  });
}

export const listSessionMessages = endpoint({
  versions: ["v3"],
  tag: "Sessions",
  method: "get",
  path: "/sessions/{session_id}/messages",
  id: "listSessionMessages",
  summary: "Read what was said and done in a session",
  description:
    "In the order of time. With `after` the next ones behind that message; else the last ones, or with `before` the last ones before that message. `hasMore` says that there are more in that direction.",
  params: BySession,
  query: z.object({
    after: uuid().optional().openapi({ description: "Messages after this one" }),
    before: uuid().optional().openapi({ description: "Messages before this one" }),
    limit: queryInteger(1, 100, 10).openapi({ description: "Rows of a page" }),
  }),
  status: 200,
  answer: MessageListResponse,
  errors: [400, 404],
  async handle(call) {
    const { platform, params, query } = call;
    const session = await sessionOf(call, params.session_id);
    const after = await placeOf(call, session.id, query.after);
    const before = await placeOf(call, session.id, query.before);
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
  summary: "Follow a session live",
  description:
    "Server-sent events. `session` has the session as the list shows it: it comes first, and again after each change. `message` has one message, and its id is the event id. The messages start with the first one, or after the one that `Last-Event-ID` (a header, or `lastEventId`) names. `end` is the last event: the session has ended, or with `until=idle` has no task any more. An addition of this server.",
  params: BySession,
  query: z.object({
    lastEventId: uuid().optional().openapi({ description: "Same as the header `Last-Event-ID`, which has priority" }),
    until: z
      .enum(["ended", "idle"])
      .default("ended")
      .openapi({ description: "When the stream ends: with the session, or also when it waits for another task" }),
  }),
  status: 200,
  isStream: true,
  errors: [400, 404],
  async handle(call) {
    const session = await sessionOf(call, call.params.session_id);
    const last = call.headers.get("last-event-id") || call.query.lastEventId;
    const after = (await placeOf(call, session.id, last)) ?? 0;
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
