/** Reads synchronously whether standard output was closed when the program started. */
import { readFileSync } from "node:fs";
import { isClosedDescriptor, STDOUT_DESCRIPTOR } from "./shell.ts";

let closed: boolean | undefined;

/** Cached: an output that is closed at the start stays closed. */
export function isStdoutClosed(): boolean {
  closed ??= process.platform === "linux" && isClosedDescriptor(descriptorInfo());
  return closed;
}

function descriptorInfo(): string {
  try {
    return readFileSync(STDOUT_DESCRIPTOR, "utf8");
  } catch {
    return "";
  }
}
