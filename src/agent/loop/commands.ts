/** The commands that an agent may run on its browser. */
import type { AnyCommand, Line, RunOptions } from "../../command.ts";
import type { Outcome } from "../../outcome.ts";

/** The list of commands on the browser of the run: the one way to it. */
export interface AgentCommands {
  readonly commands: readonly AnyCommand[];
  /** Reads words as the command line does. Throws `usage`. */
  read(words: readonly string[]): Line;
  run(command: AnyCommand, args: Record<string, unknown>, options?: RunOptions): Promise<Outcome>;
}
