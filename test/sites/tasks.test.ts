/** Tasks of many steps, done by an agent that knows only what it has read in answers. */
import { test } from "bun:test";
import { fixture } from "../fixture.ts";
import { Agent } from "./agent.ts";
import { doTask, TASKS } from "./tasks.ts";

for (const task of TASKS)
  test(`${task.site}: a state after each action shows what it led to`, async () => {
    await using t = await fixture();
    await doTask(task, new Agent((words) => t.text(...words), "state"));
  });
