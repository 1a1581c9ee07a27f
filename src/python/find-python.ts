/** Finds the Python interpreter: that of the setting, otherwise the first supported one on the caller's PATH. */
import { Failure } from "../errors.ts";
import { runToEnd } from "../lib/subprocess.ts";

/** Oldest supported version, as major and minor number. */
const OLDEST = [3, 11] as const;

/** Names to look for on PATH, in this order. Windows and virtual environments have `python`. */
const NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];

/** Prints the version and the interpreter's own path: the program on PATH may be a wrapper script. */
const PROBE = "import sys; print(*sys.version_info[:3]); print(sys.executable)";

const HINT = "Install Python 3.11 or later, or run `svc config set python <path>`.";

/** Returns the path of the interpreter. Throws `missing_program` when none is new enough. */
export async function findPython(named: string | undefined, path: string, signal: AbortSignal): Promise<string> {
  const candidates = named === undefined ? NAMES : [named];
  const reasons: string[] = [];
  const seen = new Set<string>();
  for (const name of candidates) {
    const executable = Bun.which(name, { PATH: path });
    if (!executable || seen.has(executable)) continue;
    seen.add(executable);
    const { ok, output, errors } = await runToEnd([executable, "-c", PROBE], signal);
    const [version = "", found = ""] = output.split(/\r?\n/);
    const [major = 0, minor = 0] = version.split(" ").map(Number);
    if (ok && isNewEnough(major, minor)) return found || executable;
    reasons.push(
      ok && major > 0
        ? `${executable} is ${version.replaceAll(" ", ".")}`
        : `${executable} does not run: ${errors.trim().split("\n").at(-1) ?? ""}`,
    );
  }
  if (reasons.length > 0)
    throw new Failure("missing_program", `python needs Python 3.11 or later; ${reasons.join("; ")}`, HINT);
  const where =
    named === undefined
      ? "python3 is not on the PATH"
      : `the setting python is '${named}', which is not an executable program`;
  throw new Failure("missing_program", `python needs Python 3.11 or later; ${where}`, HINT);
}

function isNewEnough(major: number, minor: number): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
