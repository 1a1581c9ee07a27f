/** Which Python runs the code: the one of the setting, else the first on the caller's PATH that is new enough. */
import { Failure } from "../errors.ts";
import { runToEnd } from "../lib/subprocess.ts";

/** The oldest that will do, as major and minor number. */
const OLDEST = [3, 11] as const;

/** On PATH, in this order. `python` is what Windows has, and virtual environments. */
const NAMES = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];

/** Prints the version, and the interpreter itself: what stands on PATH may be a script that looks for it anew each time. */
const PROBE = "import sys; print(*sys.version_info[:3]); print(sys.executable)";

const HINT = "Install Python 3.11 or later, or run `svc config set python <path>`.";

/** Path of the interpreter. `missing_program` when there is none, or none new enough. */
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
