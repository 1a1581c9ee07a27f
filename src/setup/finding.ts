/** What doctor examines and finds: plain data. */
import type { AnyCommand, Sessions } from "../command.ts";

export interface Check {
  name: string;
  /** `error`: svc cannot do its main job. `warning`: an optional part does not work. */
  status: "ok" | "warning" | "error";
  message: string;
  /** The command that repairs it, if there is one. */
  fix?: string;
}

export interface CheckRequest {
  home: string;
  sessions: Sessions;
  /** All commands. */
  commands: readonly AnyCommand[];
  signal: AbortSignal;
}

export type Finding = Omit<Check, "name">;

export type Examine = (request: CheckRequest) => Finding | Promise<Finding>;
