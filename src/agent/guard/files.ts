/** Confines the files of a run to its workspace, links included. */
import { isAbsolute, resolve } from "node:path";
import { Failure } from "../../errors.ts";
import { isWithin } from "../../lib/contain.ts";
import { shorten } from "../../lib/shorten.ts";

/** The absolute path of a name in the workspace. Throws `denied` for a path outside of it. */
export function workspacePath(workspace: string, name: string): string {
  const path = isAbsolute(name) ? name : resolve(workspace, name);
  if (!name.includes("\0") && isWithin(path, workspace)) return path;
  throw new Failure(
    "denied",
    `${shorten(name, 200)} is not in the workspace`,
    "Use the name of a file in the workspace; list_files shows them.",
  );
}
