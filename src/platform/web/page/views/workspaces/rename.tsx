import { call } from "../../api/client.ts";
import type { WorkspaceView } from "../../api/v3.gen.ts";
import { Action } from "../../components/action.tsx";
import { ask } from "../../components/dialog.tsx";
import { nameOf } from "./files.ts";

/** A button that asks for the new name of a workspace. */
export function Rename({ workspace, renamed }: { workspace: WorkspaceView; renamed(): Promise<void> }) {
  const label = `Rename ${nameOf(workspace)}`;
  const field = { name: "name", label: "Name", value: workspace.name ?? "", maxLength: 100 };
  const rename = () =>
    ask(label, [field], "Rename", async ({ name = "" }) => {
      await call("PATCH /v3/workspaces/{workspace_id}", { path: [workspace.id], body: { name } });
      await renamed();
    });
  return <Action words="Rename" run={rename} label={label} />;
}
