/** The name of this server among those that share a database: random, and the same after a restart. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { privateFolder, writeWhole } from "../../../lib/atomic-file.ts";

/** Made on first use. Two homes never have the same one, unless somebody copies a home. */
export function nodeName(home: string): string {
  const path = join(privateFolder(join(privateFolder(home), "server")), "node");
  const held = read(path);
  if (/^[0-9a-f-]{36}$/.test(held)) return held;
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
