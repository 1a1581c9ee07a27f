/** Scripts of skills in sessions: what a run of one begins with, and skills as the tools of an agent. */
import type { Recording, RunEvent } from "../../../agent/loop/assignment.ts";
import type { ScriptAssignment } from "../../../agent/loop/script-run.ts";
import type { Skill } from "../../../agent/scripts/skill.ts";
import { notFound } from "../../refusal.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { SkillRecords } from "../../store/records/skills.ts";
import type { TaskOptions, TaskRecord } from "../../store/records/task-rows.ts";
import type { Kept } from "./kept.ts";
import { openSecrets } from "./secrets.ts";
import type { RunsSetup } from "./setup.ts";

type Tell = (event: RunEvent) => Promise<void>;

/** Skills that one agent knows of: each costs every turn its tokens. */
const MAX_SKILLS = 50;

/** Undefined for a task without one. Errors: 404 for a skill that was deleted, and those of secrets that cannot be opened. */
export async function scriptingOf(
  { records, secret }: RunsSetup,
  task: TaskRecord,
  { workspace }: Kept,
): Promise<ScriptAssignment | undefined> {
  const { script, allowedDomains, schema } = task.options;
  if (!script) return undefined;
  const version = await records.skills.version(script.skillId, script.version);
  if (!version) throw notFound("Skill");
  return {
    script: version.script,
    params: script.params,
    schema: (schema ?? version.outputSchema) as ScriptAssignment["schema"],
    hosts: version.hosts,
    allowedDomains,
    secrets: openSecrets(secret, task.id, task.secrets),
    workspace: workspace.folder,
  };
}

/** How an agent tells of what it does after a script has failed: the script was the first step. */
export function afterScript(tell: Tell): Tell {
  return async (event) => await tell("step" in event ? { ...event, step: event.step + 1 } : event);
}

/** How a script tells of what it does where an agent is to go on when it fails. */
export function beforeAgent(tell: Tell): Tell {
  return async (event) => {
    if (event.kind !== "end" || event.result.success || event.result.reason !== "failed") return await tell(event);
    await tell({ kind: "note", text: `${event.result.explanation} An agent does the task.` });
  };
}

/** The skills that the agent of a task may use. */
export async function skillsFor(
  records: SkillRecords,
  projectId: string,
  asked: TaskOptions["skills"],
): Promise<Skill[]> {
  if (asked === undefined) return [];
  const skills = await records.usable(projectId, asked, MAX_SKILLS);
  const versions = await records.currentOf(skills);
  return skills.flatMap(({ id, slug: name, title, description }) => {
    const version = versions.get(id);
    if (!version) return [];
    const { parameters, script, outputSchema: schema } = version;
    return [{ name, description: description || title, parameters, script, schema }];
  });
}

/** The object that tells what a task did. It goes with the other files of the task. */
function recordingKey(taskId: string): string {
  return `tasks/${taskId}/recording.json`;
}

export async function keepRecording(objects: Objects, taskId: string, recording: Recording): Promise<void> {
  await objects.put(recordingKey(taskId), new TextEncoder().encode(JSON.stringify(recording)));
}

export async function recordingOf(objects: Objects, taskId: string): Promise<Recording | undefined> {
  const kept = await objects.get(recordingKey(taskId));
  return kept && (JSON.parse(new TextDecoder().decode(kept)) as Recording);
}
