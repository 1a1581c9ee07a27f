/**
 * `svc setup`: home folder, settings, browser, completions and skill, one after the other. With a person at the
 * terminal each step asks first; otherwise it does the usual thing. It can be repeated and leaves correct parts
 * unchanged.
 */
import { existsSync } from "node:fs";
import { chooseBrowser } from "../browser/launch/find.ts";
import { askAddress } from "../cloud/address.ts";
import type { AnyCommand, Sessions } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { privateFolder, writeWhole } from "../lib/atomic-file.ts";
import { configFile } from "../lib/paths.ts";
import { askSecret, askYesNo, showIntro, showMessage } from "../lib/prompts.ts";
import { readSettings, setting, writeSetting } from "../lib/settings.ts";
import { skillFile } from "../manual/skill.ts";
import { apiKey } from "../web-values.ts";
import { runChecks } from "./checks.ts";
import { install } from "./install.ts";
import { addLine, hasLine, placeOf, userShell, writeCompletion } from "./shell-completion.ts";
import { installSkill } from "./skill-folders.ts";

export interface SetupRequest {
  home: string;
  sessions: Sessions;
  /** All commands. */
  commands: readonly AnyCommand[];
  /** False: asks nothing, and changes no start file of a shell. */
  isInteractive: boolean;
  signal: AbortSignal;
  progress(message: string): void;
}

const STEPS = ["home_dir", "config", "browser", "completions", "skill"] as const;
type Step = (typeof STEPS)[number];
type Done = "ok" | "skipped";

export type SetupResult = Record<Step, Done | "failed"> & {
  status: "ok" | "failed";
  /** What was done and what the user has to do, one line each. Empty when a person has seen these lines already. */
  notes: string[];
};

interface Context extends SetupRequest {
  note(text: string): void;
}

const WORK: Record<Step, (context: Context) => Done | Promise<Done>> = {
  home_dir: homeFolder,
  config,
  browser,
  completions,
  skill,
};

/** Runs all steps, even after a failed one. Then throws the first failure, with the result of each step. */
export async function runSetup(request: SetupRequest): Promise<SetupResult> {
  const notes: string[] = [];
  // A person has seen them already.
  const note = (text: string) => void (request.isInteractive ? showMessage(text) : notes.push(text));
  if (request.isInteractive) showIntro("svc setup");
  const done: Partial<Record<Step, Done | "failed">> = {};
  const failures: Failure[] = [];
  for (const step of STEPS) {
    try {
      done[step] = await WORK[step]({ ...request, note });
    } catch (error) {
      const failure = asFailure(error);
      if (!failure || failure.code === "interrupted" || request.signal.aborted) throw error;
      done[step] = "failed";
      failures.push(failure);
      note(`${step}: ${failure.message}`);
    }
  }
  if (done.browser === "ok") failures.push(...(await doctorFailures({ ...request, note })));
  const result = { ...(done as Record<Step, Done>), notes };
  const [first] = failures;
  if (!first) return { ...result, status: "ok" };
  const lines = STEPS.map((step) => `${step}: ${done[step]}`);
  throw new Failure(first.code, [`setup is not complete`, ...lines, ...notes].join("\n"), first.hint);
}

function homeFolder({ home, note }: Context): Done {
  privateFolder(home);
  note(`home: ${home}`);
  return "ok";
}

async function config({ home, isInteractive, note, signal }: Context): Promise<Done> {
  readSettings(home);
  const file = configFile(home);
  if (!existsSync(file)) writeWhole(file, "{}\n");
  if (isInteractive && setting(home, "base_url") === undefined) {
    const address = await askAddress(signal, { isOptional: true });
    if (address !== "") writeSetting(home, "base_url", address);
  }
  const address = setting(home, "base_url");
  if (setting(home, "api_key") !== undefined) note("config: the API key of the cloud platform is already saved");
  else if (isInteractive && address === undefined) note("config: no URL set, cloud platform skipped");
  else if (isInteractive) {
    const key = await askSecret("API key of the cloud platform (Enter to skip)", signal, wrongKey);
    if (key.trim() !== "") writeSetting(home, "api_key", key.trim());
    note(
      key.trim() === ""
        ? `config: no API key for ${address}; to add it later, run svc cloud login`
        : `config: the API key for ${address} is saved in ${file}`,
    );
  }
  return "ok";
}

/** What is wrong with the key. Undefined for an empty one. */
function wrongKey(text: string): string | undefined {
  try {
    if (text.trim() !== "") apiKey().fromJson(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function browser({ home, isInteractive, note, signal, progress }: Context): Promise<Done> {
  if (
    isInteractive &&
    !hasBrowser(home) &&
    !(await askYesNo("No browser was found. Install one (100 MB)?", true, signal))
  ) {
    note("browser: none; to install one later, run svc install");
    return "skipped";
  }
  const { installed, version } = await install({ home, headed: false, signal, progress });
  note(`browser: ${version}, ${installed}`);
  return "ok";
}

function hasBrowser(home: string): boolean {
  try {
    chooseBrowser(home, false);
    return true;
  } catch (error) {
    // `install` reports a broken setting.
    return asFailure(error)?.code !== "no_browser" || setting(home, "browser_path") !== undefined;
  }
}

async function completions({ home, isInteractive, note, signal }: Context): Promise<Done> {
  const shell = userShell();
  if (!shell) {
    note("completions: for other shells, run svc completion bash|zsh|fish|powershell");
    return "skipped";
  }
  if (isInteractive && !(await askYesNo(`Install completion for ${shell}?`, true, signal))) return "skipped";
  const place = placeOf(shell, home);
  writeCompletion(place);
  note(`completions: ${place.file}`);
  const { start } = place;
  if (!start || hasLine(place)) return "ok";
  const canAdd = isInteractive && start.file !== "$PROFILE";
  if (canAdd && (await askYesNo(`Add a line to ${start.file} to load it?`, true, signal))) {
    addLine(place);
    note(`completions: added to ${start.file}: ${start.line}`);
  } else note(`completions: add this line to ${start.file}: ${start.line}`);
  return "ok";
}

async function skill({ commands, isInteractive, note, signal }: Context): Promise<Done> {
  if (isInteractive && !(await askYesNo("Install the skill that teaches AI agents to use svc?", true, signal)))
    return "skipped";
  for (const file of installSkill({ content: skillFile(commands) })) note(`skill: ${file}`);
  return "ok";
}

/** Runs `doctor`: errors become failures, warnings become notes. */
async function doctorFailures({ home, sessions, commands, signal, note, progress }: Context): Promise<Failure[]> {
  progress("checking");
  const found = (await runChecks({ home, sessions, commands, signal })).filter(({ status }) => status !== "ok");
  for (const { name, message, fix } of found) note(`${name}: ${message}${fix === undefined ? "" : ` (${fix})`}`);
  return found
    .filter(({ status }) => status === "error")
    .map(({ name, message }) => new Failure("unhealthy", `${name}: ${message}`, "Run `svc doctor`."));
}
