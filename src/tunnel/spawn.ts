/** Starts the process that keeps a tunnel running. */
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileFailure } from "../errors.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import type { KeepRequest } from "./plan.ts";

/** Starts `keep.ts` in a process session of its own, so that it survives the shell. Its output and that of its program go to the log. */
export function spawn(request: KeepRequest, log: string): Bun.Subprocess {
  rmSync(log, { force: true });
  const output = openLog(log);
  const isCompiled = Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN");
  const self = isCompiled ? [process.execPath] : [process.execPath, join(import.meta.dir, "..", "main.ts")];
  const { home, target } = request;
  try {
    return Bun.spawn([...self, "__tunnel", home, String(target.port)], {
      detached: true,
      stdio: [Buffer.from(JSON.stringify(request)), output, output],
      env: withoutSecrets(process.env),
      windowsHide: true,
    });
  } finally {
    closeSync(output);
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}

/** Removes the secrets of svc from the environment of other programs. */
export function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => settingOf(key).secret);
  const names = secret.map((key) => settingOf(key).env);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
