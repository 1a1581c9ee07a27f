/** Endpoints for public shares of agent sessions, v2 only. `agents/sessions/share.ts` serves the shared page. */
import { randomBytes } from "node:crypto";
import { notFound } from "../../refusal.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import { type AnyCall, dateOf, sessionOf } from "../http/agents.ts";
import { endpoint } from "../http/endpoint.ts";
import { dateTime, integer } from "../http/fields.ts";
import { z } from "../http/hono.ts";
import { BySession } from "../http/schemas.ts";

const COMMON = { versions: ["v2"], tag: "Sessions" } as const;

const ShareView = z
  .object({
    shareToken: z.string(),
    shareUrl: z.string(),
    viewCount: integer(),
    lastViewedAt: dateTime().nullish(),
  })
  .openapi("ShareView");

export function shareUrlOf({ shareToken }: SessionRecord, { base }: AnyCall): string | null {
  return shareToken === null ? null : `${base}/share/${shareToken}`;
}

/** Errors: 404 if the session is not shared. */
function shareView(session: SessionRecord, call: AnyCall): z.output<typeof ShareView> {
  const { shareToken, shareViews: viewCount, shareViewedAt } = session;
  if (shareToken === null) throw notFound("Public share");
  const lastViewedAt = shareViewedAt === null ? null : dateOf(shareViewedAt);
  return { shareToken, shareUrl: shareUrlOf(session, call) ?? "", viewCount, lastViewedAt };
}

const getShare = endpoint({
  ...COMMON,
  method: "get",
  path: "/sessions/{session_id}/public-share",
  id: "getSessionPublicShare",
  summary: "Read the public share of a session",
  params: BySession,
  status: 200,
  answer: ShareView,
  errors: [404],
  async handle(call) {
    return { status: 200, body: shareView(await sessionOf(call, call.params.session_id), call) };
  },
});

const createShare = endpoint({
  ...COMMON,
  method: "post",
  path: "/sessions/{session_id}/public-share",
  id: "createSessionPublicShare",
  summary: "Share a session publicly",
  description:
    "A session that is already shared keeps its URL. Anyone with the URL sees the current and later messages and screenshots of the session without an API key.",
  params: BySession,
  status: 201,
  answer: ShareView,
  errors: [404],
  async handle(call) {
    const { sessions } = call.platform.agents.records;
    const session = await sessionOf(call, call.params.session_id);
    if (session.shareToken === null) await sessions.share(session.id, randomBytes(24).toString("base64url"));
    return { status: 201, body: shareView(await sessionOf(call, session.id), call) };
  },
});

const deleteShare = endpoint({
  ...COMMON,
  method: "delete",
  path: "/sessions/{session_id}/public-share",
  id: "deleteSessionPublicShare",
  summary: "Stop sharing a session",
  params: BySession,
  status: 204,
  errors: [404],
  async handle(call) {
    const session = await sessionOf(call, call.params.session_id);
    if (session.shareToken === null) throw notFound("Public share");
    await call.platform.agents.records.sessions.change(session.id, { shareToken: null });
    return { status: 204 };
  },
});

export const shares = [getShare, createShare, deleteShare];
