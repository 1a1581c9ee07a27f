/** Records of files, and of the browsers of one node, on SQLite and on PostgreSQL alike. */
import { expect, test } from "bun:test";
import { recordOf } from "../../../src/platform/engine/lifecycle/running.ts";
import type { BrowserRecord } from "../../../src/platform/store/records/browser-rows.ts";
import { BrowserRecords } from "../../../src/platform/store/records/browsers.ts";
import { type FileRecord, FileRecords } from "../../../src/platform/store/records/file-records.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { eachDatabase } from "../databases.ts";
import { SETTINGS } from "../engine/fleets.ts";

const browser = (projectId: string, node: string): BrowserRecord =>
  recordOf({ id: crypto.randomUUID(), projectId, settings: SETTINGS }, { node, nodeUrl: null });

eachDatabase((name, open) => {
  test(`${name}: files of a browser are listed by their time, page by page`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const records = new FileRecords(at.database);
    const of = browser(projectId, "n");
    const other = browser(projectId, "n");
    for (const one of [of, other]) await new BrowserRecords(at.database).insert(one);
    const file = (modifiedAt: number, browserId = of.id): FileRecord => {
      const id = crypto.randomUUID();
      const object = `downloads/${browserId}/${id}`;
      return { id, projectId, browserId, kind: "download", path: "a.txt", bytes: 5_000_000_000, object, modifiedAt };
    };
    const now = Date.now();
    const files = [file(now + 5), file(now), file(now), file(now - 7)];
    for (const one of [...files, file(now, other.id)]) await records.insert(one);
    const order = [...files].sort((a, b) => a.modifiedAt - b.modifiedAt || (a.id < b.id ? -1 : 1));
    expect(await records.list(of.id, "download", { limit: 10 })).toEqual(order);
    const pages: FileRecord[] = [];
    for (let after: FileRecord | undefined; ; ) {
      const [one] = await records.list(of.id, "download", { limit: 1, after });
      if (!one) break;
      pages.push(one);
      after = one;
    }
    expect(pages).toEqual(order);
  });

  test(`${name}: the active browsers of a node are told, and which were asked to stop`, async () => {
    await using at = await open();
    const projectId = await new Keys(at.database).project();
    const records = new BrowserRecords(at.database);
    const [runs, asked, ended, elsewhere] = ["n", "n", "n", "m"].map((node) => browser(projectId, node));
    if (!runs || !asked || !ended || !elsewhere) throw new Error("four were made");
    for (const one of [runs, asked, ended, elsewhere]) await records.insert(one);
    await records.askToStop(asked.id, 5);
    await records.finish(ended.id, { reason: "asked", at: 6 });
    const active = await records.activeOf("n");
    expect(active.sort((a, b) => Number(a.stopAskedAt) - Number(b.stopAskedAt))).toEqual([
      { id: runs.id, stopAskedAt: null },
      { id: asked.id, stopAskedAt: 5 },
    ]);
  });
});
