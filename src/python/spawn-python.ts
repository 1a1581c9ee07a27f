/** Starts a Python process and passes it the helper code and its context. */
import { type ChildProcess, spawn } from "node:child_process";
import { Failure } from "../errors.ts";
import helper from "./helper.py" with { type: "text" };
import type { Method } from "./methods.ts";

/** Reads the helper code from the pipe, because an argument would be visible in process lists. */
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
  /** PATH for programs that the code starts. */
  path: string;
}

/** The first messages to the process. */
export function startLines({ methods, session }: PythonSetup): (string | object)[] {
  return [helper, { methods, session }];
}

/** Throws `missing_program` when it cannot be started. */
export function spawnPython({ executable, home, session, path }: PythonSetup): ChildProcess {
  try {
    // Pipes 3 and 4 carry the messages. Nothing is written to pipe 5: its end shows that the daemon has ended.
    const child = spawn(executable, ["-u", "-X", "utf8", "-c", BOOT, `svc python: session ${session} of ${home}`], {
      stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      env: { ...process.env, PATH: path },
    });
    child.on("error", () => {});
    if (child.pid !== undefined) return child;
  } catch {
    // Reported below.
  }
  throw new Failure("missing_program", `cannot start ${executable}`, "Run `svc config set python <path>`.");
}
