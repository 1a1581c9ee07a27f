/** What doctor examines and what it finds: plain data. */
import type { AnyCommand, Sessions } from "../command.ts";

export interface Check {
  name: string;
  /** `error`: the main job cannot work. `warning`: something beside it cannot. */
  status: "ok" | "warning" | "error";
  message: string;
  /** The command that repairs it, where one does. */
  fix?: string;
}

export interface CheckRequest {
  home: string;
  sessions: Sessions;
  /** The list. */
  commands: readonly AnyCommand[];
  signal: AbortSignal;
}

export type Finding = Omit<Check, "name">;

export type Look = (request: CheckRequest) => Finding | Promise<Finding>;
