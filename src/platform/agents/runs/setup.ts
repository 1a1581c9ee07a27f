/** Dependencies shared by the runs of a server. */

import type { Fleet } from "../../engine/lifecycle/fleet.ts";
import type { Secret } from "../../store/objects/secret.ts";
import type { Workspaces } from "../../workspaces/workspaces.ts";
import type { AgentParts } from "./parts.ts";
import type { Records } from "./progress-writer.ts";

export interface RunsSetup {
  home: string;
  node: string;
  fleet: Fleet;
  secret: Secret;
  records: Records;
  workspaces: Workspaces;
  parts: AgentParts;
}
