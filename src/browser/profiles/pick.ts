/** Which profile a person means by the name of a browser and that of a profile. Pure; every answer names what there is. */
import { Failure } from "../../errors.ts";
import type { LocalProfile } from "./profile.ts";

const LIST = "Run `svc profile list` to see browsers and profiles.";

/**
 * The one profile that fits both names, whatever their case; either may be left out where that leaves no doubt. A browser
 * is called by its label (`Google Chrome Beta`) or its short name (`chrome-beta`), a profile by its folder or the name
 * that the browser shows. Errors: `not_found`, and `usage` where more than one fits.
 */
export function pickProfile(
  profiles: readonly LocalProfile[],
  browser: string | undefined,
  profile: string | undefined,
): LocalProfile {
  const ofBrowser = browser === undefined ? profiles : ofNamed(profiles, browser);
  const fitting = profile === undefined ? ofBrowser : fittest(ofBrowser, profile);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  const where = browser === undefined ? "this machine" : browsersIn(ofBrowser);
  if (!only)
    throw new Failure("not_found", `${where} has no profile '${profile}'; there are ${listed(ofBrowser)}`, LIST);
  const missing = new Set(fitting.map((one) => one.browser.path)).size > 1 ? "--browser" : "--profile";
  throw new Failure("usage", `${fitting.length} profiles fit: ${listed(fitting)}`, `Say which with ${missing} <name>.`);
}

function ofNamed(profiles: readonly LocalProfile[], word: string): LocalProfile[] {
  const name = word.trim().toLowerCase();
  // From the exact name to the vague one: `Google Chrome` is not also `Google Chrome Beta`.
  const ways: ((one: LocalProfile) => boolean)[] = [
    ({ browser }) => browser.label.toLowerCase() === name,
    ({ browser }) => browser.name === name.replaceAll(" ", "-"),
    ({ browser }) => browser.label.toLowerCase().includes(name),
  ];
  for (const fits of ways) {
    const found = profiles.filter(fits);
    if (found.length > 0) return found;
  }
  const known = profiles.length === 0 ? "none was found" : `there are ${browsersIn(profiles)}`;
  throw new Failure("not_found", `no browser '${word}' with profiles on this machine; ${known}`, LIST);
}

function fittest(profiles: readonly LocalProfile[], word: string): readonly LocalProfile[] {
  const name = word.toLowerCase();
  const ways: ((one: LocalProfile) => boolean)[] = [
    ({ directory }) => directory === word,
    ({ display }) => display.toLowerCase() === name,
    ({ directory }) => directory.toLowerCase() === name,
  ];
  return ways.map((fits) => profiles.filter(fits)).find((found) => found.length > 0) ?? [];
}

function browsersIn(profiles: readonly LocalProfile[]): string {
  return [...new Set(profiles.map(({ browser }) => browser.label))].join(", ");
}

function listed(profiles: readonly LocalProfile[]): string {
  return profiles.length === 0 ? "none" : profiles.map(profileName).join(", ");
}

/** As messages and tables call it: `Google Chrome "Work" (Profile 1)`. */
export function profileName({ browser, directory, display }: LocalProfile): string {
  return display === directory ? `${browser.label} (${directory})` : `${browser.label} "${display}" (${directory})`;
}
