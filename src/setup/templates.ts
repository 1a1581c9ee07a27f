/** The templates of `init`: real files in templates/, embedded as text, each ready to run. */

import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentOf, writeUnlessThere, writeWhole } from "../lib/atomic-file.ts";
import { quoteWord } from "../lib/words.ts";
import { SDKS, type SdkLanguage, sdkPackage } from "./sdk.ts";
import pageScript from "./templates/browse.py" with { type: "text" };
import shellScript from "./templates/browse.sh" with { type: "text" };
import dockerfile from "./templates/Dockerfile" with { type: "text" };
import apiPython from "./templates/session.py" with { type: "text" };
// Imported under another name: TypeScript would import and check session.ts as a module of this program.
import apiTypescript from "./templates/session.ts.txt" with { type: "text" };
import workflow from "./templates/svc.yml" with { type: "text" };

export const TEMPLATE_NAMES = ["shell", "python", "typescript-api", "python-api", "github-actions", "docker"] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

export interface Template {
  /** The default name of the file. */
  file: string;
  /** Short, so that each choice in the question fits on one line. */
  summary: string;
  /** Requirements for running it. */
  needs: string;
  content: string;
  /** The SDK that it uses. */
  sdk?: SdkLanguage;
  /** The command that runs it. `{file}` stands for its path, `{folder}` for its folder. */
  run: string;
  isScript: boolean;
}

export const TEMPLATES: Record<TemplateName, Template> = {
  shell: {
    file: "browse.sh",
    summary: "Shell script that reads data from a page",
    needs: "svc on the PATH and a browser (svc install)",
    content: shellScript,
    run: "sh {file}",
    isScript: true,
  },
  python: {
    file: "browse.py",
    summary: "Python that controls the browser, for svc python",
    needs: "svc, a browser, and Python 3.11 or later",
    content: pageScript,
    run: "svc python --file {file}",
    isScript: false,
  },
  "typescript-api": {
    file: "session.ts",
    summary: "TypeScript that runs a task through the HTTP API",
    needs: "a server with agents (svc serve with a language model), its URL and API key; Node 22.18 or Bun",
    content: apiTypescript,
    sdk: "typescript",
    run: "SVC_API_KEY=… SVC_BASE_URL=… node {file}",
    isScript: false,
  },
  "python-api": {
    file: "session.py",
    summary: "Python that runs a task through the HTTP API",
    needs: "a server with agents (svc serve with a language model), its URL and API key; Python 3.11 or later",
    content: apiPython,
    sdk: "python",
    run: "SVC_API_KEY=… SVC_BASE_URL=… {folder}/.venv/bin/python {file}",
    isScript: false,
  },
  "github-actions": {
    file: "svc.yml",
    summary: "GitHub Actions job that checks a page",
    needs: "repository variables: SVC_INSTALL_BASE (URL of svc's releases), PAGE_URL",
    content: String(workflow),
    run: "mv {file} .github/workflows/",
    isScript: false,
  },
  docker: {
    file: "Dockerfile",
    summary: "Container with svc and a browser",
    needs: "Docker, and SVC_INSTALL_BASE (URL of svc's releases)",
    content: dockerfile,
    run: "docker build -f {file} --build-arg SVC_INSTALL_BASE=… -t svc .",
    isScript: false,
  },
};

export interface Written {
  /** Path of the template's file. */
  file: string;
  /** Paths of other files that were written. */
  besides: string[];
  /** The command that installs its dependencies, if there are any. */
  install?: string;
  run: string;
}

/**
 * Writes the template to a file, or into a folder. A path with a slash at its end is a folder, which is created if
 * needed. A template that uses an SDK gets the package in `vendor`, and a list of dependencies unless the folder has
 * one. Throws `io` when the template's file exists.
 */
export async function writeTemplate(name: TemplateName, path: string, force: boolean): Promise<Written> {
  const { file, content, isScript, sdk, run } = TEMPLATES[name];
  const isFolder = path.endsWith("/") || statSync(path, { throwIfNoEntry: false })?.isDirectory();
  const target = isFolder ? join(path, file) : path;
  const folder = dirname(target);
  const vendored = sdk && (await sdkPackage(sdk));
  if (path.endsWith("/")) mkdirSync(path, { recursive: true });
  parentOf(target);
  writeUnlessThere(target, content, { mode: isScript ? 0o755 : 0o644, force });
  const written = { file: target, besides: [], run: filled(run, { file: target, folder }) };
  if (!sdk || !vendored) return written;
  const { file: packageName, manifest, content: dependencies, install } = SDKS[sdk];
  const packageFile = join(folder, "vendor", packageName);
  mkdirSync(dirname(packageFile), { recursive: true });
  writeWhole(packageFile, vendored, { mode: 0o644 });
  const list = join(folder, manifest);
  const isNew = !existsSync(list);
  if (isNew) writeUnlessThere(list, dependencies, { mode: 0o644, force: false });
  return {
    ...written,
    besides: isNew ? [list, packageFile] : [packageFile],
    install: filled(install, { folder, package: packageFile }),
  };
}

/** The command with paths in place of `{names}`, quoted for a shell. */
function filled(command: string, paths: Record<string, string>): string {
  const replaced = (word: string) => word.replace(/\{(\w+)\}/g, (_, name: string) => paths[name] ?? "");
  return command.replace(/\S*\{\w+\}\S*/g, (word) => quoteWord(replaced(word)));
}
