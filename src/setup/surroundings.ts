/** The checks of `doctor` around the browser: home folder, settings, sockets, memory, Python and tunnels. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { checkWords } from "../authorization.ts";
import { policyOf } from "../browser/policy/policy.ts";
import type { AnyCommand } from "../command.ts";
import { asFailure, fileFailure } from "../errors.ts";
import { configFile, sessionFiles } from "../lib/paths.ts";
import { readCallerRules, rulesOf } from "../lib/rules.ts";
import {
  parseSetting,
  readSettings,
  resolveSetting,
  SETTINGS,
  type SettingKey,
  setting,
  settingOf,
} from "../lib/settings.ts";
import { findPython } from "../python/find-python.ts";
import { findCloudflared, isAvailable } from "./cloudflared.ts";
import type { CheckRequest, Finding } from "./finding.ts";
import { isDebian } from "./packages.ts";

const MB = 1024 * 1024;

/** A profile takes 20 MB and grows with the pages visited. Below the first limit nothing works, below the second not for long. */
const NO_SPACE = 50 * MB;
const LITTLE_SPACE = 500 * MB;

export function homeFolder({ home }: CheckRequest): Finding {
  const elsewhere = "export SVC_HOME=<a folder that you can write>";
  const exists = existsSync(home);
  const folder = exists ? home : existingParent(home);
  const { uid, mode } = statSync(folder);
  if (!statSync(folder).isDirectory()) {
    return { status: "error", message: `${folder} is not a folder`, fix: elsewhere };
  }
  if (exists && process.getuid !== undefined && uid !== process.getuid()) {
    return {
      status: "error",
      message: `${home} belongs to another user`,
      fix: `sudo chown -R "$(id -un)" '${home}'`,
    };
  }
  const why = whyNotWritable(folder);
  if (why !== undefined) {
    // On a read-only file system another mode does not help.
    const isMode = exists && why.code === "EACCES";
    const { message } = fileFailure(why, `cannot write ${folder}`);
    return { status: "error", message, fix: isMode ? `chmod u+rwx '${home}'` : elsewhere };
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = `${Math.floor((bavail * bsize) / MB)} MB free`;
  if (bavail * bsize < NO_SPACE) {
    return {
      status: "error",
      message: `${home}: the disk is full, ${free}`,
      fix: "export SVC_HOME=<a folder on another disk>",
    };
  }
  if (bavail * bsize < LITTLE_SPACE) {
    return { status: "warning", message: `${home}: the disk is nearly full, ${free}` };
  }
  if (!exists) return { status: "ok", message: `${home} will be created, ${free}` };
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    return {
      status: "warning",
      message: `other users can read ${home} (mode ${(mode & 0o777).toString(8)})`,
      fix: `chmod 700 '${home}'`,
    };
  }
  return { status: "ok", message: `${home}, ${free}` };
}

function existingParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? parent : existingParent(parent);
}

function whyNotWritable(folder: string): NodeJS.ErrnoException | undefined {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

export function config({ home, commands }: CheckRequest): Finding {
  const path = configFile(home);
  try {
    const unknown = Object.keys(readSettings(home)).filter((key) => !Object.hasOwn(SETTINGS, key));
    for (const key of Object.keys(SETTINGS) as SettingKey[]) {
      const wrong = wrongSetting(home, key);
      if (wrong) return wrong;
    }
    const wrong = wrongRules(home, commands);
    if (wrong) return wrong;
    if (unknown.length > 0) {
      return {
        status: "warning",
        message: `${path} has unknown settings: ${unknown.join(", ")}`,
      };
    }
    return { status: "ok", message: existsSync(path) ? path : "no settings file; the defaults apply" };
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    const fix = failure.code === "bad_file" ? `mv '${path}' '${path}.bad'` : readFix(path);
    return { status: "error", message: failure.message, fix };
  }
}

/** Settings in force that are not defaults, with their source. */
export function settings({ home }: CheckRequest): Finding {
  const set = (Object.keys(SETTINGS) as SettingKey[]).flatMap((key) => {
    const { value, source } = resolveSetting(home, key);
    if (value === undefined || source === "default") return [];
    // Reports are shown to others: no part of a secret, and no command that may contain a token.
    const shown = settingOf(key).secret || key === "tunnel_command" ? "••••" : value;
    return [`${key}=${shown} (${source})`];
  });
  return { status: "ok", message: set.length === 0 ? "the defaults apply" : set.join(", ") };
}

/** The owner of a file can make it readable. */
function readFix(path: string): string {
  try {
    if (statSync(path).uid === process.getuid?.()) return `chmod u+rw '${path}'`;
  } catch {
    // It is in a folder of another user.
  }
  return "export SVC_HOME=<a folder that you can write>";
}

/** What is wrong with the value in force. */
function wrongSetting(home: string, key: SettingKey): Finding | undefined {
  const { env } = settingOf(key);
  const isFromEnv = env !== undefined && (process.env[env] ?? "") !== "";
  try {
    const { value } = resolveSetting(home, key);
    if (value !== undefined) parseSetting(key, String(value));
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    if (failure?.code !== "usage") throw error;
    return {
      status: "error",
      message: isFromEnv ? `${env}: ${failure.message}` : failure.message,
      fix: isFromEnv ? `unset ${env}` : `svc config unset ${key}`,
    };
  }
}

/** Invalid rules stop nearly every command, wherever they come from. */
function wrongRules(home: string, commands: readonly AnyCommand[]): Finding | undefined {
  try {
    const rules = rulesOf(home, readCallerRules(process.env));
    policyOf(rules);
    checkWords(rules.confirm, commands);
    return undefined;
  } catch (error) {
    const failure = asFailure(error);
    if (failure?.code !== "usage") throw error;
    return { status: "error", message: failure.message, fix: "svc config list" };
  }
}

export function socketPath({ home, sessions }: CheckRequest): Finding {
  if (process.platform === "win32") return { status: "ok", message: "a port on this machine" };
  const { socket } = sessionFiles(home, sessions.current);
  if (dirname(socket) === home) return { status: "ok", message: socket };
  return {
    status: "warning",
    message: `the path of the home folder is too long for sockets; they are in ${dirname(socket)}`,
    fix: "export SVC_HOME=<a shorter path>",
  };
}

/** With less shared memory the browser uses files, which is slower; see launch.ts. */
const SMALL_MEMORY = 256 * MB;

export function sharedMemory(): Finding {
  if (process.platform !== "linux") return { status: "ok", message: "as the system gives it" };
  const fix = "sudo mount -o remount,size=1g /dev/shm";
  if (!existsSync("/dev/shm")) {
    return { status: "warning", message: "there is no /dev/shm; the browser uses files instead" };
  }
  const { blocks, bsize } = statfsSync("/dev/shm");
  const size = `/dev/shm has ${Math.floor((blocks * bsize) / MB)} MB`;
  return blocks * bsize < SMALL_MEMORY
    ? { status: "warning", message: `${size}; the browser uses files instead`, fix }
    : { status: "ok", message: size };
}

/** Only `svc python` needs it. */
export async function python({ home, signal }: CheckRequest): Promise<Finding> {
  const { value: named, source } = resolveSetting(home, "python");
  try {
    const found = await findPython(named === undefined ? undefined : String(named), process.env.PATH ?? "", signal);
    return { status: "ok", message: found };
  } catch (error) {
    const failure = asFailure(error);
    if (failure?.code !== "missing_program") throw error;
    const fixes: Record<string, string> = {
      darwin: "brew install python",
      win32: "winget install Python.Python.3.13",
    };
    const install = isDebian() ? "sudo apt-get install -y python3" : fixes[process.platform];
    const unset = source === "environment" ? "unset SVC_PYTHON" : "svc config unset python";
    const fix = named === undefined ? install : unset;
    return { status: "warning", message: failure.message, ...(fix === undefined ? {} : { fix }) };
  }
}

/** Only `svc tunnel` needs it. */
export function tunnels({ home }: CheckRequest): Finding {
  const provider = String(setting(home, "tunnel_provider"));
  if (provider === "cloudflared") {
    const path = findCloudflared(home);
    if (path !== undefined) return { status: "ok", message: `cloudflared: ${path}` };
    if (isAvailable()) return { status: "ok", message: "cloudflared; the first `svc tunnel` downloads it" };
    const message = "no cloudflared, and there is no download for this system; only `svc tunnel` needs it";
    return { status: "warning", message, fix: "svc config set tunnel_provider ssh" };
  }
  const key = provider === "ssh" ? "tunnel_ssh_host" : "tunnel_command";
  if (setting(home, key) === undefined) {
    const message = `${provider}, but ${key} is not set`;
    return { status: "warning", message, fix: `svc config set ${key} <value>` };
  }
  if (provider === "ssh" && Bun.which("ssh", { PATH: process.env.PATH ?? "" }) === null)
    return { status: "warning", message: "ssh is not on the PATH" };
  // The command may contain a token.
  return { status: "ok", message: provider === "ssh" ? `ssh through ${setting(home, key)}` : `the command in ${key}` };
}
