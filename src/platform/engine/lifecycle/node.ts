/** The random name of this server in a shared database; stays the same after a restart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, writeWhole } from "../../../lib/atomic-file.ts";

/** Created on first use. Two homes have the same name only if one is a copy. */
export function nodeName(home: string): string {
  const path = join(privateFolder(join(privateFolder(home), "server")), "node");
  const existing = read(path);
  if (/^[0-9a-f-]{36}$/.test(existing)) return existing;
  const name = crypto.randomUUID();
  writeWhole(path, `${name}\n`);
  return name;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
