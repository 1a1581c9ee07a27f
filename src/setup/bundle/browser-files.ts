/** The browser that goes into a bundle: its executable, the files of its folder, and the libraries that it needs. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { chooseBrowser, managedFile } from "../../browser/launch/find.ts";
import { Failure, fileFailure } from "../../errors.ts";
import { neededLibraries } from "./elf.ts";

export interface BrowserFiles {
  /** Path of the executable. */
  executable: string;
  /** The product by its file in a bundle, which is where `svc` looks for it: `chrome-headless-shell` or `chrome`. */
  name: string;
  /** Paths of the files without links, by their names in the bundle's folder `browser`. */
  files: ReadonlyMap<string, string>;
}

export interface BrowserChoice {
  home: string;
  headed: boolean;
  /** An executable that the caller names, instead of the browser that `svc` uses. */
  path?: string | undefined;
}

/** Executables of Chromium. Debian keeps two of them in one folder, and only one belongs into a bundle. */
const EXECUTABLES = new Set([
  "chromium",
  "chromium-headless-shell",
  "chrome",
  "chrome-headless-shell",
  "headless_shell",
]);

/** A file that every build of Chromium has beside its executable. */
const MARK = "icudtl.dat";

/** Throws `no_browser`, `not_found`, and `bad_file` for a browser that has no folder of its own. */
export function browserFiles(choice: BrowserChoice): BrowserFiles {
  const executable = executableOf(choice.path ?? chooseBrowser(choice.home, choice.headed).path);
  const folder = dirname(executable);
  if (!existsSync(join(folder, MARK))) {
    const message = `cannot bundle ${executable}: its folder has no ${MARK}, so it is not the folder of a browser`;
    throw new Failure("bad_file", message, "Run `svc install --force`, then `svc bundle` again.");
  }
  const name = managedFile(/headless.shell/.test(basename(executable)) ? "headless-shell" : "chrome");
  const files = new Map<string, string>();
  for (const path of filesBelow(folder)) {
    const inside = relative(folder, path);
    if (path === executable) files.set(name, path);
    else if (!EXECUTABLES.has(inside)) files.set(inside, realpathSync(path));
  }
  return { executable, name, files };
}

/** The executable behind a path: on many systems the browser on the PATH is a link or a script. */
function executableOf(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure("not_found", `there is no file ${path}`, "Run `svc doctor` to see which browser svc uses.");
  }
  const real = realpathSync(path);
  const name = basename(path);
  const candidates = [real, join(dirname(real), "chrome"), join("/usr/lib", name, name)];
  const found = candidates.find((one) => existsSync(one) && neededLibraries(one) !== undefined);
  if (found !== undefined) return found;
  const hint = "Run `svc bundle --browser-path <path>` with the browser's own executable.";
  throw new Failure("bad_file", `${path} is a script, and svc does not know which executable it starts`, hint);
}

/** Paths of all files below a folder. Links to files count as files. Folders that this user cannot read are left out. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      const kind = statSync(path, { throwIfNoEntry: false });
      if (kind?.isDirectory()) return filesBelow(path);
      return kind?.isFile() ? [path] : [];
    });
  } catch (error) {
    // Root owns such a folder, and the browser of this user does not read it either.
    if ((error as NodeJS.ErrnoException).code === "EACCES") return [];
    throw fileFailure(error, `cannot read ${folder}`);
  }
}

/** Sorted names of the shared libraries that these executables need and the browser's folder does not have. */
export function systemLibraries({ executable, files }: BrowserFiles, svc: string): string[] {
  const bundled = new Map([...files.values()].map((path) => [basename(path), path]));
  const needed = new Set<string>();
  const queue = [executable, svc];
  for (const path of queue) {
    for (const name of neededLibraries(path) ?? []) {
      const own = bundled.get(name);
      if (own === undefined) needed.add(name);
      else if (!queue.includes(own)) queue.push(own);
    }
  }
  return [...needed].sort();
}
