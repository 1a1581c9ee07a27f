/** Helpers to use the dashboard through `state` and commands, like a person. */
import { expect } from "bun:test";
import type { Data, Fixture } from "../../fixture.ts";
import type { TestPlatform } from "../served.ts";

/** The index of the element with this role and name in `state`. */
export async function index(t: Fixture, role: string, name: string): Promise<string> {
  const { elements } = await t.svc("state", "--all");
  const found = elements.find(
    (one: { role: string; name: string }) => one.role === role && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (!found)
    throw new Error(`no ${role} '${name}' among ${JSON.stringify(elements.map((one: { name: string }) => one.name))}`);
  return String(found.index);
}

export const click = async (t: Fixture, role: string, name: string) => t.svc("click", await index(t, role, name));

export async function signIn(t: Fixture, url: string, key: string): Promise<void> {
  await t.svc("open", `${url}/`);
  await t.svc("input", await index(t, "textbox", "API key"), key);
  await click(t, "button", "Sign in");
  await t.svc("wait", "selector", "header:not([hidden])");
}

/** The pages in the order of the navigation. */
export const PAGES = [
  "Browsers",
  "Sessions",
  "Skills",
  "Workspaces",
  "Profiles",
  "Usage",
  "Webhooks",
  "Settings",
] as const;

export async function workspace(p: TestPlatform, name: string): Promise<string> {
  const { status, body } = await p.call("POST", "/v3/workspaces", { name });
  expect(status).toBe(201);
  return body.id;
}

/** The files below `prefix` with their sizes. */
export async function paths(p: TestPlatform, id: string, prefix = ""): Promise<string[]> {
  const query = new URLSearchParams({ prefix, limit: "100" });
  const { body } = await p.call("GET", `/v3/workspaces/${id}/files?${query}`);
  return body.files.map(({ path, size }: Data) => `${path} ${size}`);
}
