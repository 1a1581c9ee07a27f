/** The dashboard of the test's platform as a person uses it: by what `state` shows of it. */
import type { Fixture } from "../fixture.ts";

/** The index of the element whose line of `state` has these words. */
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

/** The pages, as the navigation names them. */
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
