/** Prepares a run: the assignment of the agent, and its attachment to the browser. */

import { join } from "node:path";
import type { Assignment } from "../../../agent/loop/assignment.ts";
import { privateFolder } from "../../../lib/atomic-file.ts";
import type { Allowance } from "../../billing/allowance.ts";
import type { RunningBrowser } from "../../engine/lifecycle/running.ts";
import type { SessionRecord } from "../../store/records/session-rows.ts";
import type { TaskRecord } from "../../store/records/task-rows.ts";
import { type Attached, attach } from "./attach.ts";
import { skillsFor } from "./scripting.ts";
import { agentSecrets } from "./secrets.ts";
import type { SessionState } from "./session-state.ts";
import type { RunsSetup } from "./setup.ts";

/** Longest run: the longest lifetime of a browser. */
const MAX_SECONDS = 4 * 3_600;

/** Timeout for loading the start page of a session. */
const OPEN_MS = 10_000;

/** Builds the assignment. Errors: those of unsealing secrets, and of a model that is no longer configured. */
export async function assignmentOf(
  { parts, secret, records }: RunsSetup,
  session: SessionRecord,
  task: TaskRecord,
  { workspace, memory, allowance }: SessionState & { allowance: Allowance },
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
      // Read before each model call.
      get costUsd() {
        return allowance.costUsd;
      },
    },
    secrets: agentSecrets(secret, task.id, task.secrets),
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
  {
    workspace,
    targetId,
    signal,
  }: Pick<SessionState, "targetId"> & { workspace: { folder: string }; signal: AbortSignal },
): Promise<Attached> {
  const { commands, read } = parts;
  const ownHome = privateFolder(join(home, "server", "agent"));
  return attach(browser, { commands, read, home: ownHome, workspace: workspace.folder, signal, targetId });
}

/** Opens a page in a browser without a task. A failure to load is ignored. */
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
