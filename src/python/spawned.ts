/** How a Python process is started, and the first it is told: the helper, then what it stands in. Knows nothing of runs. */
import { type ChildProcess, spawn } from "node:child_process";
import { Failure } from "../errors.ts";
import helper from "./helper.py" with { type: "text" };
import type { Method } from "./methods.ts";

/** Reads the helper itself from the pipe: an argument would stand in every list of processes. */
const BOOT = [
  "import json",
  "inbox = open(3, 'rb')",
  "text = json.loads(inbox.readline())",
  "exec(compile(text, '<svc>', 'exec'), {'__name__': 'svc', 'inbox': inbox})",
].join("\n");

export interface PythonSetup {
  executable: string;
  methods: readonly Method[];
  home: string;
  session: string;
  /** Where programs that the code starts are looked for. */
  path: string;
}

/** The first messages. */
export function startLines({ methods, session }: PythonSetup): (string | object)[] {
  return [helper, { methods, session }];
}

/** `missing_program` when it cannot be started. */
export function spawnPython({ executable, home, session, path }: PythonSetup): ChildProcess {
  try {
    // Pipes 3 and 4 carry the messages; nothing is ever written to 5: that it ends tells that we did.
    const child = spawn(executable, ["-u", "-X", "utf8", "-c", BOOT, `svc python: session ${session} of ${home}`], {
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      env: { ...process.env, PATH: path },
    });
    child.on("error", () => {});
    if (child.pid !== undefined) return child;
  } catch {
    // Told below.
  }
  throw new Failure("missing_program", `cannot start ${executable}`, "Run `svc config set python <path>`.");
}
