/** Calls that an agent needs for tasks of many steps: with what each action tells, beside a `state` after each. Times nothing. */
import { Agent, type Way } from "../test/sites/agent.ts";
import type { Task } from "../test/sites/task.ts";
import { doTask, TASKS } from "../test/sites/tasks.ts";
import { type Bench, begin } from "./bench.ts";
import { note, plainNumber, reportRatio } from "./report.ts";

const LIMIT = 0.6;

export async function taskFigures(bench: Bench): Promise<void> {
  await begin(bench.svc, "about:blank");
  const sum = { told: 0, looked: 0, dared: 0, extra: 0 };
  for (const task of TASKS) {
    const [told, looked] = [await agentDid(bench, task, "changes"), await agentDid(bench, task, "state")];
    sum.told += told.calls;
    sum.looked += looked.calls;
    sum.dared += looked.calls - looked.looksBetweenFields;
    sum.extra += told.extraLooks;
    reportRatio(`calls for the task \`${task.site}\``, `${told.calls}`, `${looked.calls}`, told.calls / looked.calls);
  }
  await bench.svc.close();
  const what = `calls for ${TASKS.length} tasks, with \`--changes\` and \`fill\``;
  const [ours, beside] = [plainNumber(sum.told), `\`state\` after each action ${plainNumber(sum.looked)}`];
  reportRatio(what, ours, beside, sum.told / sum.looked, LIMIT);
  reportRatio(
    what,
    ours,
    `the same without looks between the fields of a form ${plainNumber(sum.dared)}`,
    sum.told / sum.dared,
  );
  note(`of the calls with \`--changes\`, ${sum.extra} were looks because an answer did not tell enough`);
}

async function agentDid({ svc }: Bench, task: Task, way: Way): Promise<Agent> {
  const agent = new Agent((words) => svc.read(words), way);
  await doTask(task, agent);
  return agent;
}
