/** Workspaces: folders of files that sessions share, and that outlive them. */
import { ask, confirm, copyButton } from "../dialog.ts";
import { button, h, top } from "../dom.ts";
import { date, short } from "../format.ts";
import { List } from "../list.ts";
import { say } from "../notices.ts";
import { empty } from "../table.ts";
import { watched } from "../view.ts";
import { create, named, remove, rename, type Workspace, workspaces } from "../workspaces.ts";

export async function workspacesView(): Promise<HTMLElement> {
  const list: List<Workspace> = new List<Workspace>({
    load: workspaces,
    heads: ["Name", "Id", "Made", "Changed", ""],
    row: (one) => row(one, () => list.draw()),
    none: () =>
      empty(
        "No workspace yet",
        "A workspace holds files for agents: what you upload, and what they make. Make one here, or with the command line:",
        `svc cloud v3 POST /workspaces '{"name": "invoices"}'`,
      ),
    noun: ["workspace", "workspaces"],
  });
  await watched(() => list.draw());
  const make = () =>
    ask("Make a workspace", [{ name: "name", label: "Name", maxLength: 100 }], "Make", async ({ name = "" }) => {
      const { id } = await create(name);
      location.hash = `#/workspaces/${id}`;
    });
  return h("div", {}, top("Workspaces", list.count, button("Make a workspace", "", make)), list.element);
}

function row(workspace: Workspace, draw: () => Promise<void>) {
  const { id, createdAt, updatedAt } = workspace;
  const label = named(workspace);
  return [
    h("a", { href: `#/workspaces/${id}` }, label),
    short(id),
    date(createdAt),
    date(updatedAt),
    h(
      "span",
      { className: "buttons-row" },
      copyButton("Copy id", `of ${label}`, id),
      renameButton(workspace, draw),
      button("Delete", "bad", () => deletion(workspace, draw), `Delete ${label}`),
    ),
  ];
}

export function renameButton(workspace: Workspace, done: () => Promise<void>): HTMLButtonElement {
  const label = named(workspace);
  const value = workspace.name ?? "";
  const asked = () =>
    ask(
      `Rename ${label}`,
      [{ name: "name", label: "Name", value, maxLength: 100 }],
      "Rename",
      async ({ name = "" }) => {
        await rename(workspace.id, name);
        await done();
      },
    );
  return button("Rename", "quiet", asked, `Rename ${label}`);
}

function deletion(workspace: Workspace, draw: () => Promise<void>): void {
  const consequence = "All its files are lost for good. Sessions that use it go on without them.";
  confirm(`Delete ${named(workspace)}?`, consequence, "Delete", async () => {
    await remove(workspace.id);
    say("The workspace was deleted.");
    await draw();
  });
}
