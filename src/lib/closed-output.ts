/** Whether standard output was closed when this program started, for whoever has loaded files anyway. */
import { readFileSync } from "node:fs";
import { STDOUT_FACTS, tellsClosed } from "./shell.ts";

let closed: boolean | undefined;

/** Asked once: what is closed when a program starts stays so. */
export function isStdoutClosed(): boolean {
  closed ??= process.platform === "linux" && tellsClosed(facts());
  return closed;
}

function facts(): string {
  try {
    return readFileSync(STDOUT_FACTS, "utf8");
  } catch {
    return "";
  }
}
