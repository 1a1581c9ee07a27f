/** What is written into the profile of a browser with a window, so that no window of its own ever stops a page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../lib/files.ts";

/**
 * Without printing `print()` does nothing, as in a browser without a window: the preview would keep the page's scripts
 * standing until someone closes it. All other preferences of a copied profile stay.
 */
export function forbidPrinting(userDataDir: string, profileDirectory: string): void {
  const folder = join(userDataDir, profileDirectory);
  const path = join(folder, "Preferences");
  const preferences = readJson<Record<string, object>>(path) ?? {};
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const printing = { ...preferences.printing, enabled: false };
  writeFileSync(path, JSON.stringify({ ...preferences, printing }), { mode: 0o600 });
}
