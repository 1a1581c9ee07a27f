/** Stores which cloud profile belongs to which local profile, so that the next sync uses the same one. */
import { join } from "node:path";
import type { LocalProfile } from "../browser/profiles/profile.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";

/** By the platform's origin, then by the folder of the local profile. */
type Remembered = Record<string, Record<string, string>>;

function fileOf(home: string): string {
  return join(home, "cloud-profiles.json");
}

function keyOf({ browser, directory }: LocalProfile): string {
  return join(browser.path, directory);
}

export function rememberedProfile(home: string, origin: string, profile: LocalProfile): string | undefined {
  const id = readJson<Remembered>(fileOf(home))?.[origin]?.[keyOf(profile)];
  return typeof id === "string" && /^[\w-]{1,100}$/.test(id) ? id : undefined;
}

export function rememberProfile(home: string, origin: string, profile: LocalProfile, id: string): void {
  const held = readJson<Remembered>(fileOf(home)) ?? {};
  privateFolder(home);
  const next = { ...held, [origin]: { ...held[origin], [keyOf(profile)]: id } };
  writeWhole(fileOf(home), `${JSON.stringify(next, null, 2)}\n`);
}
