/** What a form offers to choose from: models, profiles, workspaces. */
import { models } from "./agents.ts";
import { profiles } from "./api.ts";
import { named, workspaces } from "./workspaces.ts";

export type Choice = readonly [value: string, name: string];

/** The default one first. Errors: where there is none, so that no agent can work. */
export async function modelChoices(): Promise<Choice[]> {
  const offered = await models();
  if (offered.length === 0)
    throw new Error("This server has no language model. Its operator configures one, as docs/models.md says.");
  const sorted = offered.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return sorted.map(({ name }) => [name, name]);
}

export async function profileChoices(): Promise<Choice[]> {
  const { items } = await profiles(1);
  return [["", "none"], ...items.map(({ id, name }): Choice => [id, `${name ?? "unnamed"} (${id.slice(0, 8)})`])];
}

/** `chosen` is offered in any case: it may be that of a session, which is in no list. */
export async function workspaceChoices(chosen = ""): Promise<Choice[]> {
  const { items } = await workspaces(1);
  const listed = items.map((one): Choice => [one.id, `${named(one)} (${one.id.slice(0, 8)})`]);
  const isListed = chosen === "" || items.some(({ id }) => id === chosen);
  return [["", "one of its own"], ...listed, ...(isListed ? [] : [[chosen, "this one"] as const])];
}
