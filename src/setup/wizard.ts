/**
 * `svc setup`: home folder, settings, browser, completions, skill, one after the other. Each step asks first where a person
 * is there, does the usual where none is, and may be run again: what is right already is left as it is.
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
  /** The list. */
  commands: readonly AnyCommand[];
  /** False: nothing is asked, and no file that a shell reads at its start is changed. */
  asks: boolean;
  signal: AbortSignal;
  progress(message: string): void;
}

const STEPS = ["home_dir", "config", "browser", "completions", "skill"] as const;
type Step = (typeof STEPS)[number];
type Done = "ok" | "skipped";

export type SetupResult = Record<Step, Done | "failed"> & {
  status: "ok" | "failed";
  /** What was done, and what is left to the user, a line each; none where a person was told meanwhile. */
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

/** Runs all steps, also after one that failed; then throws the first failure, with what became of each step. */
export async function runSetup(request: SetupRequest): Promise<SetupResult> {
  const notes: string[] = [];
  // A person has read them by the end.
  const note = (text: string) => void (request.asks ? showMessage(text) : notes.push(text));
  if (request.asks) showIntro("svc setup");
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
  if (done.browser === "ok") failures.push(...(await checked({ ...request, note })));
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

async function config({ home, asks, note, signal }: Context): Promise<Done> {
  readSettings(home);
  const file = configFile(home);
  if (!existsSync(file)) writeWhole(file, "{}\n");
  if (asks && setting(home, "base_url") === undefined) {
    const address = await askAddress(signal, { isOptional: true });
    if (address !== "") writeSetting(home, "base_url", address);
  }
  const address = setting(home, "base_url");
  if (setting(home, "api_key") !== undefined) note("config: the API key of the cloud platform is already saved");
  else if (asks && address === undefined) note("config: no URL set, cloud platform skipped");
  else if (asks) {
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

/** What is wrong with the key; nothing with none. */
function wrongKey(text: string): string | undefined {
  try {
    if (text.trim() !== "") apiKey().fromJson(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function browser({ home, asks, note, signal, progress }: Context): Promise<Done> {
  if (asks && !hasBrowser(home) && !(await askYesNo("No browser was found. Install one (100 MB)?", true, signal))) {
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
    // A setting that leads nowhere is for `install` to tell.
    return asFailure(error)?.code !== "no_browser" || setting(home, "browser_path") !== undefined;
  }
}

async function completions({ home, asks, note, signal }: Context): Promise<Done> {
  const shell = userShell();
  if (!shell) {
    note("completions: for other shells, run svc completion bash|zsh|fish|powershell");
    return "skipped";
  }
  if (asks && !(await askYesNo(`Install completion for ${shell}?`, true, signal))) return "skipped";
  const place = placeOf(shell, home);
  writeCompletion(place);
  note(`completions: ${place.file}`);
  const { start } = place;
  if (!start || hasLine(place)) return "ok";
  const canAdd = asks && start.file !== "$PROFILE";
  if (canAdd && (await askYesNo(`Add a line to ${start.file} to load it?`, true, signal))) {
    addLine(place);
    note(`completions: added to ${start.file}: ${start.line}`);
  } else note(`completions: add this line to ${start.file}: ${start.line}`);
  return "ok";
}

async function skill({ commands, asks, note, signal }: Context): Promise<Done> {
  if (asks && !(await askYesNo("Install the skill that teaches AI agents to use svc?", true, signal))) return "skipped";
  for (const file of installSkill({ content: skillFile(commands) })) note(`skill: ${file}`);
  return "ok";
}

/** What `doctor` finds: what cannot work is a failure, the rest a note. */
async function checked({ home, sessions, commands, signal, note, progress }: Context): Promise<Failure[]> {
  progress("checking");
  const found = (await runChecks({ home, sessions, commands, signal })).filter(({ status }) => status !== "ok");
  for (const { name, message, fix } of found) note(`${name}: ${message}${fix === undefined ? "" : ` (${fix})`}`);
  return found
    .filter(({ status }) => status === "error")
    .map(({ name, message }) => new Failure("unhealthy", `${name}: ${message}`, "Run `svc doctor`."));
}
