/** Lock of one server per home: two would remove each other's browsers as orphans. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";

export interface Instance {
  /** Records the address, for the error message of a second server. */
  listens(url: string): void;
  leave(): void;
}

/** Errors: `conflict` if a server already runs from this home. */
export function enterInstance(home: string): Instance {
  const folder = privateFolder(join(privateFolder(home), "server"));
  const lock = join(folder, "serve.lock");
  const address = join(folder, "serve.json");
  const taken = takeLock(lock);
  if ("holder" in taken) {
    const { url } = readJson<{ url?: string }>(address) ?? {};
    throw new Failure(
      "conflict",
      `a server already runs from ${home}${url ? `, at ${url}` : ""} (pid ${taken.holder.pid})`,
      "Stop that server, or set SVC_HOME to another folder.",
    );
  }
  return {
    listens: (url) => writeWhole(address, JSON.stringify({ url, pid: process.pid }), { durable: false }),
    leave() {
      rmSync(address, { force: true });
      releaseLock(lock, taken.nonce);
    },
  };
}
