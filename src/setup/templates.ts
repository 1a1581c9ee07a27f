/** The templates of `init`: real files below templates/, embedded as text, each one ready to run. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentOf, writeUnlessThere } from "../lib/atomic-file.ts";
import pageScript from "./templates/browse.py" with { type: "text" };
import shellScript from "./templates/browse.sh" with { type: "text" };
import dockerfile from "./templates/Dockerfile" with { type: "text" };
import apiPython from "./templates/session.py" with { type: "text" };
// A name of its own: as session.ts it would be imported as a module, and be checked as one of ours.
import apiTypescript from "./templates/session.ts.txt" with { type: "text" };
import workflow from "./templates/svc.yml" with { type: "text" };

export const TEMPLATE_NAMES = ["shell", "python", "typescript-api", "python-api", "github-actions", "docker"] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

export interface Template {
  /** What the file is called where no other name is given. */
  file: string;
  /** Short enough that the question for one of them stays on a line each. */
  summary: string;
  /** What must be there before it does its work. */
  needs: string;
  content: string;
  /** The line that runs it, with its file in place of `%`. */
  run: string;
  isScript: boolean;
}

export const TEMPLATES: Record<TemplateName, Template> = {
  shell: {
    file: "browse.sh",
    summary: "Shell script that takes data from a page",
    needs: "svc on the PATH and a browser (svc install)",
    content: shellScript,
    run: "sh %",
    isScript: true,
  },
  python: {
    file: "browse.py",
    summary: "Python that drives the browser, in svc python",
    needs: "svc, a browser, and Python 3.11 or later",
    content: pageScript,
    run: "svc python --file %",
    isScript: false,
  },
  "typescript-api": {
    file: "session.ts",
    summary: "TypeScript that gives the HTTP API a task",
    needs: "a server with agents: `svc serve` with a language model, say; its address and key; Node 22.18 or Bun",
    content: apiTypescript,
    run: "SVC_API_KEY=… SVC_BASE_URL=… node %",
    isScript: false,
  },
  "python-api": {
    file: "session.py",
    summary: "Python that gives the HTTP API a task",
    needs: "a server with agents: `svc serve` with a language model, say; its address and key; Python 3",
    content: apiPython,
    run: "SVC_API_KEY=… SVC_BASE_URL=… python3 %",
    isScript: true,
  },
  "github-actions": {
    file: "svc.yml",
    summary: "Job of GitHub Actions that checks a page",
    needs: "variables of the repository: SVC_INSTALL_BASE (the address of svc's releases), PAGE_URL",
    content: String(workflow),
    run: "mv % .github/workflows/",
    isScript: false,
  },
  docker: {
    file: "Dockerfile",
    summary: "Container with svc and a browser",
    needs: "Docker, and SVC_INSTALL_BASE (the address of svc's releases)",
    content: dockerfile,
    run: "docker build -f % --build-arg SVC_INSTALL_BASE=… -t svc .",
    isScript: false,
  },
};

/**
 * Writes the template to the file, or into the folder, and returns the path. A path that ends with a slash is a folder, made
 * where there is none. `io` when something is there.
 */
export function writeTemplate(name: TemplateName, wanted: string, force: boolean): string {
  const { file, content, isScript } = TEMPLATES[name];
  const isFolder = wanted.endsWith("/") || statSync(wanted, { throwIfNoEntry: false })?.isDirectory();
  const target = isFolder ? join(wanted, file) : wanted;
  if (wanted.endsWith("/")) mkdirSync(wanted, { recursive: true });
  parentOf(target);
  writeUnlessThere(target, content, { mode: isScript ? 0o755 : 0o644, force });
  return target;
}
