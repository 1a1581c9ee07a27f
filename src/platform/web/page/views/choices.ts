/** Choices for forms: models, profiles and workspaces. */
import { call } from "../api/client.ts";
import type { Choice } from "../components/fields.tsx";
import { nameOf } from "./workspaces/files.ts";

/** Language models, the default first. Errors: the server has none, so no agent can work. */
export async function modelChoices(): Promise<Choice[]> {
  const { items } = await call("GET /v3/models");
  if (items.length === 0)
    throw new Error("This server has no language model. Its operator can configure one; see docs/models.md.");
  const sorted = items.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return sorted.map(({ name }) => [name, name]);
}

export async function profileChoices(): Promise<Choice[]> {
  const { items } = await call("GET /v3/profiles", { query: { pageSize: 100 } });
  return [["", "none"], ...items.map(({ id, name }): Choice => [id, `${name ?? "unnamed"} (${id.slice(0, 8)})`])];
}

/** Always includes `chosen`, because a session's own workspace is not listed. */
export async function workspaceChoices(chosen = ""): Promise<Choice[]> {
  const { items } = await call("GET /v3/workspaces", { query: { pageSize: 100 } });
  const listed = items.map((one): Choice => [one.id, `${nameOf(one)} (${one.id.slice(0, 8)})`]);
  const isListed = chosen === "" || items.some(({ id }) => id === chosen);
  return [["", "a workspace of its own"], ...listed, ...(isListed ? [] : [[chosen, "this workspace"] as const])];
}
