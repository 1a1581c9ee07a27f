/** Installs a completion script in the folder where the user's shell finds it, and the line that the shell's start file may need. */

import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileFailure } from "../errors.ts";
import { writeWhole } from "../lib/atomic-file.ts";
import { quotePowerShell, quoteWord } from "../lib/words.ts";
import { completionScript, type Shell } from "../manual/shells.ts";

export interface ShellPlace {
  shell: Shell;
  /** The path of the script. */
  file: string;
  /** The start file of the shell and the line that it needs. Absent when the shell finds the script by itself. */
  start?: { file: string; line: string };
}

/** The user's shell, from SHELL. Undefined for a shell without a completion script. */
export function userShell(): Shell | undefined {
  const name = basename(process.env.SHELL ?? "").replace(/\.exe$/, "");
  if (name === "bash" || name === "zsh" || name === "fish") return name;
  if (name === "pwsh" || (name === "" && process.platform === "win32")) return "powershell";
  return undefined;
}

/** Files of bash-completion. With it, bash reads the folder by itself. */
const BASH_COMPLETION = [
  "/usr/share/bash-completion/bash_completion",
  "/etc/bash_completion",
  "/usr/local/share/bash-completion/bash_completion",
  "/opt/homebrew/etc/profile.d/bash_completion.sh",
];

/** The usual folder of each shell for one user. `home` is the home folder of svc. */
export function placeOf(shell: Shell, home: string): ShellPlace {
  const user = homedir();
  const data = process.env.XDG_DATA_HOME || join(user, ".local", "share");
  if (shell === "fish") {
    const config = process.env.XDG_CONFIG_HOME || join(user, ".config");
    return { shell, file: join(config, "fish", "completions", "svc.fish") };
  }
  if (shell === "zsh") {
    const folder = join(data, "zsh", "site-functions");
    const line = `fpath=(${quoteWord(folder)} $fpath); autoload -Uz compinit && compinit`;
    return { shell, file: join(folder, "_svc"), start: { file: join(process.env.ZDOTDIR || user, ".zshrc"), line } };
  }
  if (shell === "powershell") {
    const file = join(home, "completions", "svc.ps1");
    return { shell, file, start: { file: "$PROFILE", line: `. ${quotePowerShell(file)}` } };
  }
  const folder = process.env.BASH_COMPLETION_USER_DIR || join(data, "bash-completion");
  const file = join(folder, "completions", "svc");
  if (BASH_COMPLETION.some((one) => existsSync(one))) return { shell, file };
  return { shell, file, start: { file: join(user, ".bashrc"), line: `source ${quoteWord(file)}` } };
}

/** Writes the script and replaces an older one. */
export function writeCompletion({ shell, file }: ShellPlace): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw fileFailure(error, `cannot write ${file}`);
  }
  writeWhole(file, `${completionScript(shell)}\n`, { mode: 0o644 });
}

/** True when the start file contains the line, or none is needed. */
export function hasLine({ start }: ShellPlace): boolean {
  return start === undefined || read(start.file).split(/\r?\n/).includes(start.line);
}

/** Adds the line at the end of the start file. */
export function addLine(place: ShellPlace): void {
  if (place.start === undefined || hasLine(place)) return;
  const { file, line } = place.start;
  const before = read(file);
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o644;
  const content = `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}\n# svc completion\n${line}\n`;
  writeWhole(file, content, { mode });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw fileFailure(error, `cannot read ${file}`);
  }
}
