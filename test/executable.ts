/** The built executable that tests run, and what its answers are to them. */
import { join } from "node:path";

export const EXECUTABLE = join(import.meta.dir, "..", "dist", process.platform === "win32" ? "svc.exe" : "svc");

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the command answers and says what it expects of it
export type Data = any;
