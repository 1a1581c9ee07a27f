/** What a run begins with: the task as the agent gets it, and its hands on the browser. */

import { join } from "node:path";
import type { Assignment } from "../../../agent/loop/assignment.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import type { Allowance } from "../../billing/allowance.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { type Attached, attach } from "./attach.ts";
import type { Kept } from "./kept.ts";
import { skillsFor } from "./scripting.ts";
import { openSecrets } from "./secrets.ts";
import type { RunsSetup } from "./setup.ts";

/** Longest run: that of a browser. */
const MAX_SECONDS = 4 * 3_600;

/** How long the first page of a session may take. */
const OPEN_MS = 10_000;

/** Errors: those of secrets that cannot be opened, and of a model that is not there any more. */
export async function assignmentOf(
  { parts, secret, records }: RunsSetup,
  session: SessionRecord,
  task: TaskRecord,
  { workspace, memory, allowance }: Kept & { allowance: Allowance },
): Promise<Assignment> {
  const { options } = task;
  const { judge } = options;
  const model = judge && parts.models.open(judge.model);
  return {
    task: task.task,
    startUrl: options.startUrl,
    schema: options.schema as Assignment["schema"],
    thinking: options.thinking,
    vision: options.vision,
    limits: {
      steps: options.maxSteps,
      seconds: MAX_SECONDS,
      // Read before each question to the model.
      get costUsd() {
        return allowance.costUsd;
      },
    },
    secrets: openSecrets(secret, task.id, task.secrets),
    allowedDomains: options.allowedDomains,
    workspace: workspace.folder,
    pictures: true,
    instructions: options.instructions,
    judge: model && { model, groundTruth: judge.groundTruth },
    memory: session.persistMemory ? memory : [],
    record: options.record || options.cache !== undefined,
    skills: await skillsFor(records.skills, session.projectId, options.skills),
  };
}

type At = Pick<RunsSetup, "home" | "parts">;

export function attachTo(
  { home, parts }: At,
  browser: RunningBrowser,
  { workspace, targetId, signal }: Pick<Kept, "targetId"> & { workspace: { folder: string }; signal: AbortSignal },
): Promise<Attached> {
  const { commands, read } = parts;
  const ownHome = privateFolder(join(home, "server", "agent"));
  return attach(browser, { commands, read, home: ownHome, workspace: workspace.folder, signal, targetId });
}

/** Opens a page in a browser that has no task. One that does not load is left as it is. */
export async function openPage(at: At, browser: RunningBrowser, url: string): Promise<void> {
  const signal = AbortSignal.timeout(OPEN_MS);
  const folder = privateFolder(join(at.home, "server", "agent"));
  const attached = await attachTo(at, browser, { workspace: { folder }, signal });
  try {
    const { command, args } = at.parts.read(["open", url]);
    await attached.runner.run(command, args, { timeoutMs: OPEN_MS });
  } finally {
    attached.close();
  }
}
