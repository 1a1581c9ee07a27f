/** A server with a full disk refuses new work, and running browsers continue. */

import { afterAll, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import { soon } from "../../browser/started.ts";
import type { Data } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { served } from "../served.ts";

/** A file system of 150 MB; undefined if it cannot be mounted. */
function smallDisk(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const { path, [Symbol.dispose]: remove } = temporaryFolder();
  if (Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=150m", "tmpfs", path]).exitCode === 0) return path;
  remove();
  return undefined;
}

const disk = smallDisk();
afterAll(() => {
  if (disk === undefined) return;
  Bun.spawnSync(["umount", disk]);
  rmSync(disk, { recursive: true });
});

async function product({ cdpUrl }: Data): Promise<string> {
  const connection = new Connection(await attachTo(cdpUrl, soon()));
  try {
    return (await connection.root.send("Browser.getVersion")).product;
  } finally {
    connection.close();
  }
}

const FULL = { status: 503, body: { detail: "The disk of the server is full", hint: expect.any(String) } };

test("starts no browser without free disk space, and is not ready", async () => {
  await using p = await served({ minFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await p.call("POST", "/v3/browsers", {})).toMatchObject(FULL);
  const ready = await fetch(`${p.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: "not ready", detail: "The disk of the server is full" });
});

test.skipIf(disk === undefined)(
  "ends no browser on a full disk, and accepts work again when there is space",
  async () => {
    const home = join(disk as string, "home");
    await using p = await served({ home, minFreeBytes: 1 });
    const browser = await p.browser();
    const filling = join(disk as string, "filling");
    Bun.spawnSync(["dd", "if=/dev/zero", `of=${filling}`, "bs=64k"], { stderr: "ignore" });
    expect(await p.call("POST", "/v3/browsers", {})).toMatchObject(FULL);
    // Writes until the database has no free page.
    let refused: Data;
    for (let n = 0; n < 3_000 && refused === undefined; n++) {
      const made = await p.call("POST", "/v3/profiles", { name: "x".repeat(100) });
      if (made.status !== 201) refused = made;
    }
    expect(refused).toMatchObject(FULL);
    expect(await product(browser)).toContain("Chrome");
    rmSync(filling);
    expect((await p.call("GET", `/v3/browsers/${browser.id}`)).body.status).toBe("active");
    await p.browser();
  },
);

test.skipIf(disk === undefined)("refuses a file that does not fit on the disk and leaves nothing", async () => {
  const home = join(disk as string, "files");
  await using p = await served({ home });
  const { id } = (await p.call("POST", "/v3/workspaces")).body;
  const upload = async (name: string, megabytes: number) => {
    const asked = await p.call("POST", `/v3/workspaces/${id}/files/upload`, { files: [{ name }] });
    const piece = new Uint8Array(1_000_000);
    let left = megabytes;
    const body = new ReadableStream<Uint8Array>({ pull: (to) => (left-- > 0 ? to.enqueue(piece) : to.close()) });
    const answer = await fetch(asked.body.files[0].uploadUrl, { method: "PUT", body });
    return { status: answer.status, body: answer.ok ? undefined : await answer.json() };
  };
  const held = () => [
    readdirSync(join(home, "server", "uploads")),
    readdirSync(join(home, "server", "objects", ".incoming")),
  ];
  // The first file fills the disk during the upload, the second while it is copied.
  for (const megabytes of [200, 90]) {
    expect(await upload("large", megabytes)).toMatchObject(FULL);
    expect(held()).toEqual([[], []]);
  }
  expect((await p.call("GET", `/v3/workspaces/${id}/files`)).body.files).toEqual([]);
  expect(await upload("small", 1)).toMatchObject({ status: 200 });
  expect((await p.call("GET", `/v3/workspaces/${id}/size`)).body.sizeBytes).toBe(1_000_000);
  expect(await p.server.platform.objects.list("")).toHaveLength(1);
});
