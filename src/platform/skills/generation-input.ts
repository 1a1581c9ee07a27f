/** What a generation starts from: the goal, the task of the demonstration, and parameters that a new version must keep. Pure. */
import type { GenerationRequest, SkillGeneration } from "../store/jobs/skill-generations.ts";
import type { SkillRecord, SkillVersion } from "../store/records/skills.ts";
import type { TaskRecord } from "../store/records/task-rows.ts";
import type { FixedParameters } from "./draft.ts";

export function goalOf({ goal, title }: SkillRecord): string {
  return goal || title;
}

/** Task text for the demonstration. */
export function taskOf(skill: SkillRecord, { request }: SkillGeneration): string {
  const goal = `Goal of the demonstration: ${goalOf(skill)}`;
  const lines = [skill.agentPrompt ?? "", goal];
  if (request.kind === "heal")
    lines.push(
      `Use these values: ${JSON.stringify(request.params)}`,
      `The script for this task failed: ${request.failure}`,
    );
  return lines.filter(Boolean).join("\n\n");
}

/** Parameters that a new version must keep. */
export function fixedBy(
  request: GenerationRequest,
  current: SkillVersion | undefined,
  task: TaskRecord,
): FixedParameters | undefined {
  if (request.kind === "heal" && current)
    return { parameters: current.parameters, example: request.params, outputSchema: current.outputSchema };
  if (request.kind !== "cache") return undefined;
  const parameters = Object.keys(request.params).map((name) => ({ name, type: "string" as const, required: true }));
  return { parameters, example: request.params, outputSchema: task.options.schema };
}
