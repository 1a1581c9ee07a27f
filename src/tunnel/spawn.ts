/** Starts the process of a tunnel, for good. Knows nothing of addresses. */
import { closeSync, openSync, rmSync } from "node:fs";
import { Failure, fileFailure } from "../errors.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import type { Plan } from "./provider.ts";

/** Starts the process in a session of its own, so that it survives the shell; it prints to a file, which nobody closes. */
export function spawn({ command, isVerbatim = false }: Plan, log: string): Bun.Subprocess {
  rmSync(log, { force: true });
  const output = openLog(log);
  try {
    return Bun.spawn(command, {
      detached: true,
      stdio: ["ignore", output, output],
      env: withoutSecrets(process.env),
      windowsHide: true,
      windowsVerbatimArguments: isVerbatim,
    });
  } catch (error) {
    rmSync(log, { force: true });
    throw new Failure("tunnel", `cannot run ${command[0]}: ${(error as Error).message}`, undefined, { cause: error });
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

/** The keys of svc are no business of the programs of others. */
function withoutSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secret = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => settingOf(key).secret);
  const names = secret.map((key) => settingOf(key).env);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
