/** Installs a skill in the folders where agents look for skills. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure, fileFailure } from "../errors.ts";
import { writeWhole } from "../lib/atomic-file.ts";
import { SKILL_MARK } from "../manual/skill.ts";

/** The folder of each agent in the user's home. Several agents share `agents`. */
const AGENTS = { claude: ".claude", codex: ".codex", agents: ".agents" } as const;
type Agent = keyof typeof AGENTS;

export interface SkillRequest {
  content: string;
  target?: Agent | "all" | undefined;
  /** A folder of skills, instead of that of an agent. */
  path?: string | undefined;
  force?: boolean;
}

/** Writes `<folder>/svc/SKILL.md` and returns the paths. Throws `usage` or `io` before anything is written. */
export function installSkill({ content, target, path, force = false }: SkillRequest): string[] {
  if (path !== undefined && target !== undefined)
    throw new Failure("usage", "--path and --target cannot be used together", "Leave out one of them.");
  const folders = path === undefined ? agentsOf(target).map((one) => join(homedir(), AGENTS[one], "skills")) : [path];
  const files = folders.map((folder) => join(folder, "svc", "SKILL.md"));
  const foreign = files.find((file) => !force && !isOurs(file));
  if (foreign !== undefined) {
    throw new Failure(
      "io",
      `${foreign} exists and was not written by svc`,
      "Run the same command with --force to replace it.",
    );
  }
  for (const file of files) {
    try {
      mkdirSync(join(file, ".."), { recursive: true });
    } catch (error) {
      throw fileFailure(error, `cannot write ${file}`);
    }
    writeWhole(file, content, { mode: 0o644 });
  }
  return files;
}

/** Without a target: every agent that has a folder, otherwise the shared folder. */
function agentsOf(target: SkillRequest["target"]): Agent[] {
  const all = Object.keys(AGENTS) as Agent[];
  if (target === "all") return all;
  if (target !== undefined) return [target];
  const here = all.filter((one) => existsSync(join(homedir(), AGENTS[one])));
  return here.length > 0 ? here : ["agents"];
}

/** True when there is no file, or one that svc wrote, which is updated. */
function isOurs(file: string): boolean {
  try {
    return readFileSync(file, "utf8").includes(SKILL_MARK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return true;
    throw fileFailure(error, `cannot read ${file}`);
  }
}
