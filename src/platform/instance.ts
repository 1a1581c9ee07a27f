/** One server per home: two would remove each other's browsers as left-overs. Says where the one that runs listens. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../errors.ts";
import { privateFolder, readJson, writeWhole } from "../lib/atomic-file.ts";
import { releaseLock, takeLock } from "../lib/lock.ts";

export interface Instance {
  /** Notes where it listens, for whoever comes second. */
  listens(url: string): void;
  leave(): void;
}

/** Errors: `conflict` when a server runs from this home. */
export function enterInstance(home: string): Instance {
  const folder = privateFolder(join(privateFolder(home), "server"));
  const lock = join(folder, "serve.lock");
  const address = join(folder, "serve.json");
  const taken = takeLock(lock);
  if ("holder" in taken) {
    const { url } = readJson<{ url?: string }>(address) ?? {};
    throw new Failure(
      "conflict",
      `a server runs from ${home} already${url ? `, at ${url}` : ""} (pid ${taken.holder.pid})`,
      "Stop that one, or give this one a home of its own: SVC_HOME.",
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
