/** Workspaces: folders of files that sessions share and that remain afterwards. */
import { call } from "../../api/client.ts";
import { numbered } from "../../api/pages.ts";
import type { WorkspaceView as Workspace } from "../../api/v3.gen.ts";
import { say } from "../../app/notices.tsx";
import { go } from "../../app/route.ts";
import { Action, Copy } from "../../components/action.tsx";
import { ask, confirm } from "../../components/dialog.tsx";
import { counted, ShortId, Soft, Time } from "../../components/format.tsx";
import { Head, Loaded } from "../../components/page.tsx";
import { type Column, Empty, List } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { nameOf } from "./files.ts";
import { Rename } from "./rename.tsx";

export function WorkspacesView() {
  const polled = usePolled((pages) => numbered(pages, (query) => call("GET /v3/workspaces", { query })));
  return (
    <Loaded of={polled}>
      {(found) => (
        <>
          <Head title="Workspaces" below={<Soft>{counted(found.totalItems ?? 0, "workspace")}</Soft>}>
            <Action words="Create a workspace" kind="" run={make} />
          </Head>
          <List found={found} more={polled.more} columns={columns(polled.reload)} keyOf={({ id }) => id} none={NONE} />
        </>
      )}
    </Loaded>
  );
}

const NONE = (
  <Empty what="No workspace yet" command={`svc cloud v3 POST /workspaces '{"name": "invoices"}'`}>
    A workspace holds files for agents: what you upload, and what they create. Create one here, or with the command
    line:
  </Empty>
);

function make(): void {
  ask("Create a workspace", [{ name: "name", label: "Name", maxLength: 100 }], "Create", async ({ name }) => {
    const { id } = await call("POST /v3/workspaces", { body: name ? { name } : {} });
    go(`workspaces/${id}`);
  });
}

function columns(reload: () => Promise<void>): Column<Workspace>[] {
  const remove = (workspace: Workspace) => {
    const consequence = "All its files will be deleted permanently. Sessions that use it continue without them.";
    confirm(`Delete ${nameOf(workspace)}?`, consequence, "Delete", async () => {
      await call("DELETE /v3/workspaces/{workspace_id}", { path: [workspace.id] });
      say("The workspace was deleted.");
      await reload();
    });
  };
  return [
    ["Name", (one) => <a href={`#/workspaces/${one.id}`}>{nameOf(one)}</a>],
    ["Id", ({ id }) => <ShortId id={id} />],
    ["Created", ({ createdAt }) => <Time at={createdAt} />],
    ["Changed", ({ updatedAt }) => <Time at={updatedAt} />],
    [
      "",
      (one) => (
        <span class="buttons-row">
          <Copy words="Copy id" text={one.id} of={`of ${nameOf(one)}`} />
          <Rename workspace={one} renamed={reload} />
          <Action words="Delete" kind="bad" run={() => remove(one)} of={nameOf(one)} />
        </span>
      ),
    ],
  ];
}
