/** The view of each part of the dashboard. */
import type { ComponentChildren } from "preact";
import { BrowserView } from "../views/browsers/browser.tsx";
import { BrowsersView } from "../views/browsers/browsers.tsx";
import { ProfilesView } from "../views/profiles.tsx";
import { SessionView } from "../views/sessions/session.tsx";
import { SessionsView } from "../views/sessions/sessions.tsx";
import { SettingsView } from "../views/settings.tsx";
import { MarketView, PublicSkillView } from "../views/skills/market.tsx";
import { SkillView } from "../views/skills/skill.tsx";
import { SkillsView } from "../views/skills/skills.tsx";
import { UsageView } from "../views/usage/usage.tsx";
import { WebhookView } from "../views/webhooks/webhook.tsx";
import { WebhooksView } from "../views/webhooks/webhooks.tsx";
import { WorkspaceView } from "../views/workspaces/workspace.tsx";
import { WorkspacesView } from "../views/workspaces/workspaces.tsx";
import type { Part } from "./route.ts";

/** `id` and `rest` are the path segments after the part. */
type View = (id: string | undefined, rest: string | undefined) => ComponentChildren;

export const VIEWS: Record<Part["path"], View> = {
  browsers: (id) => (id ? <BrowserView id={id} /> : <BrowsersView />),
  sessions: (id) => (id ? <SessionView id={id} /> : <SessionsView />),
  skills: skillPages,
  workspaces: (id, folder) => (id ? <WorkspaceView id={id} prefix={folder ?? ""} /> : <WorkspacesView />),
  profiles: () => <ProfilesView />,
  usage: () => <UsageView />,
  webhooks: (id) => (id ? <WebhookView id={id} /> : <WebhooksView />),
  settings: (tab) => <SettingsView tab={tab ?? "keys"} />,
};

function skillPages(id: string | undefined, rest: string | undefined): ComponentChildren {
  if (id === "market") return rest ? <PublicSkillView slug={rest} /> : <MarketView />;
  return id ? <SkillView id={id} tab={rest ?? "run"} /> : <SkillsView />;
}
