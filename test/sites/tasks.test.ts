/** Tasks of many steps, done by an agent that knows only what it has read in answers. */
import { test } from "bun:test";
import { fixture } from "../fixture.ts";
import { Agent } from "./agent.ts";
import { doTask, TASKS } from "./tasks.ts";

for (const task of TASKS)
  test(`${task.site}: what actions tell is enough to go on`, async () => {
    await using t = await fixture();
    await doTask(task, new Agent((words) => t.text(...words), "changes"));
  });
