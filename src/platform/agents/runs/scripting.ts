/** Scripts of skills in sessions: the input of a script run, and skills as tools of an agent. */
import type { Recording, RunEvent } from "../../../agent/loop/assignment.ts";
import type { ScriptAssignment } from "../../../agent/loop/script-run.ts";
import type { Skill } from "../../../agent/scripts/skill.ts";
import { notFound } from "../../refusal.ts";
import type { Objects } from "../../store/objects/objects.ts";
import type { SkillRecords } from "../../store/records/skills.ts";
import type { TaskOptions, TaskRecord } from "../../store/records/task-rows.ts";
import { agentSecrets } from "./secrets.ts";
import type { SessionState } from "./session-state.ts";
import type { RunsSetup } from "./setup.ts";

type EventHandler = (event: RunEvent) => Promise<void>;

/** Most skills offered to one agent: each adds tokens to every turn. */
const MAX_SKILLS = 50;

/** The script of a task; undefined if it has none. Errors: 404 for a deleted skill, and those of unsealing secrets. */
export async function scriptingOf(
  { records, secret }: RunsSetup,
  task: TaskRecord,
  { workspace }: SessionState,
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
    secrets: agentSecrets(secret, task.id, task.secrets),
    workspace: workspace.folder,
  };
}

/** Wraps the handler of an agent that runs after a failed script: its steps are numbered after the script's. */
export function afterScript(onEvent: EventHandler): EventHandler {
  return async (event) => await onEvent("step" in event ? { ...event, step: event.step + 1 } : event);
}

/** Wraps the handler of a script that an agent follows on failure: the failure becomes a note instead of the end. */
export function beforeAgent(onEvent: EventHandler): EventHandler {
  return async (event) => {
    if (event.kind !== "end" || event.result.success || event.result.reason !== "failed") return await onEvent(event);
    await onEvent({ kind: "note", text: `${event.result.explanation} An agent does the task instead.` });
  };
}

/** The skills that a task offers to its agent. */
export async function skillsFor(
  records: SkillRecords,
  projectId: string,
  selected: TaskOptions["skills"],
): Promise<Skill[]> {
  if (selected === undefined) return [];
  const skills = await records.usable(projectId, selected, MAX_SKILLS);
  const versions = await records.currentOf(skills);
  return skills.flatMap(({ id, slug: name, title, description }) => {
    const version = versions.get(id);
    if (!version) return [];
    const { parameters, script, outputSchema: schema } = version;
    return [{ name, description: description || title, parameters, script, schema }];
  });
}

/** Object key of the recording of a task; removed with the other files of the task. */
function recordingKey(taskId: string): string {
  return `tasks/${taskId}/recording.json`;
}

export async function storeRecording(objects: Objects, taskId: string, recording: Recording): Promise<void> {
  await objects.put(recordingKey(taskId), new TextEncoder().encode(JSON.stringify(recording)));
}

export async function loadRecording(objects: Objects, taskId: string): Promise<Recording | undefined> {
  const bytes = await objects.get(recordingKey(taskId));
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Recording);
}
