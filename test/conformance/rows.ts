/** All rows: every method of the API's clients, of both versions. */
import type { Row } from "./row.ts";
import { sharedRows } from "./rows-shared.ts";
import { marketplaceRows, skillRows } from "./rows-skills.ts";
import * as v2 from "./rows-v2.ts";
import * as v3 from "./rows-v3.ts";
import { workspaceRows } from "./rows-workspaces.ts";

export const rows: readonly Row[] = [
  ...[...sharedRows("v2"), ...v2.sessionRows, ...v2.taskRows, ...v2.fileRows, ...skillRows, ...marketplaceRows],
  ...[...sharedRows("v3"), ...v3.sessionRows, ...workspaceRows],
];
