/** Asks an executable for its version. When it does not run, finds the libraries that the system lacks. */
import { Failure } from "../errors.ts";
import { runToEnd } from "../lib/subprocess.ts";
import { quotePowerShell } from "../lib/words.ts";
import { installHint } from "./packages.ts";

export interface Probe {
  /** Such as `156.0.8078.79`. Absent when it did not run or printed something else. */
  version?: string;
  /** Shared libraries that were not found. */
  missing: string[];
  /** Its output instead of a version. */
  output: string;
}

/** Runs `path --version`. Rejects only when the signal is aborted. */
export async function probe(path: string, signal: AbortSignal): Promise<Probe> {
  const { ok, output, errors } = await runToEnd(versionCommand(path), signal);
  const version = ok ? /\b\d+(?:\.\d+){1,3}\b/.exec(output)?.[0] : undefined;
  if (version !== undefined) return { version, missing: [], output };
  return {
    missing: await missingLibraries(path, errors, signal),
    output: firstLine(errors) || firstLine(output) || "it printed nothing",
  };
}

/** On Windows `chrome --version` opens a window, so the version is read from the file. */
function versionCommand(path: string): string[] {
  if (process.platform !== "win32") return [path, "--version"];
  return [
    "powershell",
    "-NoProfile",
    "-Command",
    `(Get-Item -LiteralPath ${quotePowerShell(path)}).VersionInfo.ProductVersion`,
  ];
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 300) ?? "";
}

/** `ldd` lists all missing libraries. The error of the loader names only the first, but also works for start scripts. */
async function missingLibraries(path: string, errors: string, signal: AbortSignal): Promise<string[]> {
  if (process.platform !== "linux") return [];
  const { output } = await runToEnd(["ldd", path], signal);
  const names = [
    ...output.matchAll(/^\s*(\S+) => not found/gm),
    ...errors.matchAll(/(\S+\.so[\w.]*): cannot open shared object/g),
  ];
  return [...new Set(names.map(([, name = ""]) => name))];
}

/** The failure for a probe without a version. `isSetting`: the path is the setting `browser_path`. */
export async function brokenBrowser(
  path: string,
  { missing, output }: Probe,
  signal: AbortSignal,
  isSetting = false,
): Promise<Failure> {
  if (missing.length === 0) {
    const hint = isSetting
      ? "Run `svc config set browser_path <path>` or `svc config unset browser_path`."
      : "Run `svc install --force` to install it again.";
    return new Failure("launch", `${path} does not run: ${output}`, hint);
  }
  const lacks = `${path} does not run: the system lacks ${missing.join(", ")}`;
  return new Failure("launch", lacks, await installHint(missing, signal));
}

/** A new browser is read from disk for the first time, and macOS scans it. */
const PROBE_MS = 30_000;

/** Like `probe`, but a browser that does not exit in time counts as one that does not run. */
export async function probeInTime(path: string, signal: AbortSignal): Promise<Probe> {
  const late = AbortSignal.timeout(PROBE_MS);
  return await probe(path, AbortSignal.any([signal, late])).catch((error) => {
    signal.throwIfAborted();
    if (late.aborted) return { missing: [], output: `it did not exit within ${PROBE_MS / 1000} s` };
    throw error;
  });
}
