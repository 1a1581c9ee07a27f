/** Checks the licences of all installed packages, and that `dependencies.ts` lists the packages of `package.json`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEPENDENCIES, TOOLS } from "./dependencies.ts";
import { notAllowed } from "./release/allowed-licenses.ts";

const ROOT = join(import.meta.dir, "..");

/** Packages with other licences than those that are allowed in the executable. Only the tests use them; nothing of them is distributed. */
const ALLOWED_IN_TESTS: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/inspector": "MIT, changing to Apache-2.0",
  "dom-walk": "MIT, not named in its manifest",
  "graceful-fs": "BlueOak-1.0.0",
  tinymce: "GPL-2.0-or-later",
};

interface LockedPackage {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The parts of `package-lock.json` that are used here. */
export interface Lock {
  packages: Record<string, LockedPackage>;
}

/** The parts of `package.json` that are used here. */
export interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  /** For development as well. npm goes on without those that it cannot build. */
  optionalDependencies?: Record<string, string>;
}

export function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(ROOT, name), "utf8")) as T;
}

/** Returns a line for each package whose licence is not allowed. */
export function wrongLicences({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { license = "none", dev, devOptional }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (path === "" || notAllowed(license).length === 0) return [];
    if ((dev || devOptional) && name in ALLOWED_IN_TESTS) return [];
    return [`${name}: the licence '${license}' is not in scripts/release/allowed-licenses.ts`];
  });
}

/**
 * Returns a line for each package that another one needs and the lock lacks: `npm ci` would fail. npm writes such a lock
 * when the registry does not have the packages of other platforms yet.
 */
export function missingFromLock({ packages }: Lock): string[] {
  const has = (path: string, name: string): boolean => {
    if (`${path === "" ? "" : `${path}/`}node_modules/${name}` in packages) return true;
    return path !== "" && has(path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/"))), name);
  };
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !has(path, name))
      .map(
        (name) =>
          `${name}: needed by ${path || "the project"}, but not in package-lock.json; choose a version that has it`,
      ),
  );
}

/** Returns a line for each package that `package.json` and `dependencies.ts` do not both have. */
export function unlisted({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  const listed = { dependencies: Object.keys(DEPENDENCIES), devDependencies: Object.values(TOOLS).flat() };
  const difference = (kind: keyof typeof listed, installed: string[]) => [
    ...installed
      .filter((name) => !listed[kind].includes(name))
      .map((name) => `${name}: in the ${kind} of package.json, but not in scripts/dependencies.ts`),
    ...listed[kind]
      .filter((name) => !installed.includes(name))
      .map((name) => `${name}: in scripts/dependencies.ts, but not in the ${kind} of package.json`),
  ];
  return [
    ...difference("dependencies", Object.keys(dependencies)),
    ...difference("devDependencies", Object.keys({ ...devDependencies, ...optionalDependencies })),
  ];
}

if (import.meta.main) {
  const wrong = [
    ...unlisted(readJson<Manifest>("package.json")),
    ...wrongLicences(readJson<Lock>("package-lock.json")),
  ];
  for (const line of wrong) console.log(line);
  process.exit(wrong.length === 0 ? 0 : 1);
}
