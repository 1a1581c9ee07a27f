/** The record of a new skill. */
import type { SkillRecord } from "../store/records/skills.ts";

/** A new record with defaults. */
export function newSkill(projectId: string, title: string): SkillRecord {
  const now = Date.now();
  return {
    ...{
      id: crypto.randomUUID(),
      projectId,
      slug: slugOf(title),
      title,
      description: "",
      categories: [],
      domains: null,
    },
    ...{ goal: null, agentPrompt: null, settings: {}, status: "recording", reason: null, isEnabled: true },
    ...{ isPublic: false, firstPublishedAt: null, lastPublishedAt: null, currentVersion: null },
    ...{ clonedFrom: null, cloneCount: 0, workspaceId: null, cacheKey: null, createdAt: now, updatedAt: now },
  };
}

/** A unique slug: words of the title and a random suffix. */
function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["skill"];
  return `${words.join("-").slice(0, 48)}-${crypto.randomUUID().slice(0, 6)}`;
}

/** The first line of a text, as a title. */
export function titleOf(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return line.length > 100 ? `${[...line].slice(0, 99).join("")}…` : line || "Skill";
}
