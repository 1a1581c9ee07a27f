/** Pages of long lists, on SQLite and on PostgreSQL alike: those that are read from a mark are those that are counted off. */
import { expect, test } from "bun:test";
import { Pages } from "../../../src/platform/store/database/pages.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { eachDatabase } from "../databases.ts";

eachDatabase((name, open) => {
  test(`${name}: every page of a list is the one that is counted off, also where many rows are of one moment`, async () => {
    await using at = await open();
    const { sql } = at.database;
    const projectId = await new Keys(at.database).project();
    const rows = Array.from({ length: 107 }, (_, n) => ({
      ...{ id: crypto.randomUUID(), project_id: projectId, search: "" },
      ...{ created_at: Math.floor(n / 9), updated_at: n },
    }));
    await sql`insert into profiles ${sql(rows)}`;
    const pages = new Pages(at.database, 10);
    const read = async (page: number, size: number, key: string | undefined) => {
      const where = sql`project_id = ${projectId}`;
      return (await pages.read({ table: "profiles", where, key, page, size })).map(({ id }) => id as string);
    };
    const all = rows.sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    for (const size of [1, 7, 10, 25])
      for (let page = 1; page <= Math.ceil(107 / size) + 2; page++) {
        const expected = all.slice((page - 1) * size, page * size);
        expect(await read(page, size, "list"), `page ${page} of ${size}`).toEqual(expected);
        expect(await read(page, size, undefined)).toEqual(expected);
      }
    expect(await read(1_000_000_000, 100, "list")).toEqual([]);
    // The first rows are always those of now.
    const [newest] = await sql`
      insert into profiles ${sql({ id: "n", project_id: projectId, search: "", created_at: 99, updated_at: 0 })} returning id`;
    expect((await read(1, 10, "list"))[0]).toBe(newest.id);
  });
});
