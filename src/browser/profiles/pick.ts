/** Finds the profile that the names of a browser and a profile mean. Error messages list what exists. */
import { Failure } from "../../errors.ts";
import type { LocalProfile } from "./profile.ts";

const LIST = "Run `svc profile list` to see browsers and profiles.";

/**
 * Returns the one profile that matches both names, ignoring case. Either name may be absent when the result is unique.
 * A browser is named by its label (`Google Chrome Beta`) or its short name (`chrome-beta`), a profile by its folder or
 * the name that the browser shows. Throws `not_found`, and `usage` when several match.
 */
export function pickProfile(
  profiles: readonly LocalProfile[],
  browser: string | undefined,
  profile: string | undefined,
): LocalProfile {
  const ofBrowser = browser === undefined ? profiles : browsersNamed(profiles, browser);
  const matching = profile === undefined ? ofBrowser : profilesNamed(ofBrowser, profile);
  const [only] = matching;
  if (only && matching.length === 1) return only;
  const where = browser === undefined ? "this machine" : browsersIn(ofBrowser);
  if (!only)
    throw new Failure("not_found", `${where} has no profile '${profile}'; there are ${listed(ofBrowser)}`, LIST);
  const missing = new Set(matching.map((one) => one.browser.path)).size > 1 ? "--browser" : "--profile";
  throw new Failure(
    "usage",
    `${matching.length} profiles match: ${listed(matching)}`,
    `Choose one with ${missing} <name>.`,
  );
}

function browsersNamed(profiles: readonly LocalProfile[], word: string): LocalProfile[] {
  const name = word.trim().toLowerCase();
  // From exact to partial names: `Google Chrome` must not match `Google Chrome Beta`.
  const matchers: ((one: LocalProfile) => boolean)[] = [
    ({ browser }) => browser.label.toLowerCase() === name,
    ({ browser }) => browser.name === name.replaceAll(" ", "-"),
    ({ browser }) => browser.label.toLowerCase().includes(name),
  ];
  for (const fits of matchers) {
    const found = profiles.filter(fits);
    if (found.length > 0) return found;
  }
  const known = profiles.length === 0 ? "none was found" : `there are ${browsersIn(profiles)}`;
  throw new Failure("not_found", `no browser '${word}' with profiles on this machine; ${known}`, LIST);
}

function profilesNamed(profiles: readonly LocalProfile[], word: string): readonly LocalProfile[] {
  const name = word.toLowerCase();
  const matchers: ((one: LocalProfile) => boolean)[] = [
    ({ directory }) => directory === word,
    ({ display }) => display.toLowerCase() === name,
    ({ directory }) => directory.toLowerCase() === name,
  ];
  return matchers.map((fits) => profiles.filter(fits)).find((found) => found.length > 0) ?? [];
}

function browsersIn(profiles: readonly LocalProfile[]): string {
  return [...new Set(profiles.map(({ browser }) => browser.label))].join(", ");
}

function listed(profiles: readonly LocalProfile[]): string {
  return profiles.length === 0 ? "none" : profiles.map(profileName).join(", ");
}

/** The name in messages and tables: `Google Chrome "Work" (Profile 1)`. */
export function profileName({ browser, directory, display }: LocalProfile): string {
  return display === directory ? `${browser.label} (${directory})` : `${browser.label} "${display}" (${directory})`;
}
