/** What a generation starts from: the goal, the task of the demonstration, and parameters that a new version must keep. Pure. */
import type { GenerationRequest, SkillGeneration } from "../store/jobs/skill-generations.ts";
import type { SkillRecord, SkillVersion } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { FixedParameters } from "./draft.ts";

export function goalOf({ goal, title }: SkillRecord): string {
  return goal || title;
}

/** Task text for the demonstration. */
export function taskOf(skill: SkillRecord, { asked }: SkillGeneration): string {
  const goal = `Goal of the demonstration: ${goalOf(skill)}`;
  const lines = [skill.agentPrompt ?? "", goal];
  if (asked.kind === "heal")
    lines.push(
      `Use these values: ${JSON.stringify(asked.params)}`,
      `The script for this task failed: ${asked.failure}`,
    );
  return lines.filter(Boolean).join("\n\n");
}

/** Parameters that a new version must keep. */
export function fixedBy(
  asked: GenerationRequest,
  current: SkillVersion | undefined,
  task: TaskRecord,
): FixedParameters | undefined {
  if (asked.kind === "heal" && current)
    return { parameters: current.parameters, example: asked.params, outputSchema: current.outputSchema };
  if (asked.kind !== "cache") return undefined;
  const parameters = Object.keys(asked.params).map((name) => ({ name, type: "string" as const, required: true }));
  return { parameters, example: asked.params, outputSchema: task.options.schema };
}
