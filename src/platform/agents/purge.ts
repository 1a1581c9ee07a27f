/**
 * The end of all that is kept of a session: its rows, and the objects that they name. Its browsers go with it, with their films and downloads.
 * What it cost stays in the ledger, without the ids of what it was.
 */
import type { Fleet } from "../engine/fleet.ts";
import type { Garbage } from "../store/garbage.ts";
import type { SessionRecord } from "../store/sessions.ts";
import type { Records } from "./telling.ts";

export interface PurgeSetup {
  fleet: Fleet;
  records: Records;
  garbage: Garbage;
}

/** The session has ended. Errors: `Refusal` 504 where a server that has a browser of it does not answer. */
export async function purge({ fleet, records, garbage }: PurgeSetup, { id }: SessionRecord): Promise<void> {
  const browsers = await records.browsers.ofSession(id);
  // What they leave is kept before they count as stopped.
  for (const browser of browsers) await fleet.stopRecorded(browser, "asked");
  const tasks = await records.tasks.ofSession(id);
  const folders = [
    `sessions/${id}/`,
    ...tasks.map((task) => `tasks/${task.id}/`),
    ...browsers.map((browser) => `downloads/${browser.id}/`),
  ];
  const found = await Promise.all(folders.map((folder) => records.objects.list(folder)));
  const films = (await records.browsers.ofSession(id)).flatMap(({ recording }) => recording ?? []);
  const objects = [...found.flat().map(({ key }) => key), ...films];
  await records.database.transaction(async (tx) => {
    await records.sessions.purge(id, tx);
    // A server that is killed from here on removes them at its next start.
    await garbage.doom(objects, tx);
  });
  await garbage.collect();
}
