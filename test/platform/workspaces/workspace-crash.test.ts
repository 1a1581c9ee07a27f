/** A server that is killed during uploads: at its next start only complete files exist. */

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { type ServerProcess, serverHome, serverProcess } from "../process.ts";
import { s3Peer } from "../store/s3.ts";

const upload = async ({ call }: ServerProcess, id: string, name: string): Promise<string> =>
  (await call("POST", `/v3/workspaces/${id}/files/upload`, { files: [{ name }] })).body.files[0].uploadUrl;

test("an upload interrupted by kill -9 keeps the previous file", async () => {
  using own = serverHome();
  const home = own.path;
  using peer = s3Peer();
  const { bucket, endpoint = "", region = "", accessKey = "", secretKey = "" } = peer.setup;
  const env = {
    SVC_SERVE_OBJECTS: `s3://${bucket}`,
    ...{ SVC_SERVE_S3_ENDPOINT: endpoint, SVC_SERVE_S3_REGION: region },
    ...{ SVC_SERVE_S3_ACCESS_KEY: accessKey, SVC_SERVE_S3_SECRET_KEY: secretKey },
  };
  const uploads = () => readdirSync(join(home, "server", "uploads"));
  await using first = await serverProcess(home, env);
  const { id } = (await first.call("POST", "/v3/workspaces", {})).body;
  expect((await fetch(await upload(first, id, "a"), { method: "PUT", body: "old" })).status).toBe(200);
  // One upload is running; the other is stored, but not recorded.
  const { hostname, port, pathname } = new URL(await upload(first, id, "b"));
  const socket = connect(Number(port), hostname).on("error", () => {});
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: 900\r\n\r\nhalf`);
  peer.answer("silent");
  const asked = fetch(await upload(first, id, "a"), { method: "PUT", body: "new" }).catch(() => undefined);
  const stored = () => peer.requests.findLast((one) => one.startsWith("PUT "))?.split(`/${bucket}/`)[1] ?? "";
  await until(async () => uploads().length === 2 && !peer.objects.has(stored()));
  peer.objects.set(stored(), new TextEncoder().encode("new"));
  await first.end("SIGKILL");
  await asked;
  expect([peer.objects.size, uploads().length]).toEqual([2, 2]);
  peer.answer(undefined);
  await using second = await serverProcess(home, env);
  const { files } = (await second.call("GET", `/v3/workspaces/${id}/files?includeUrls=true`)).body;
  expect(files.map(({ path, size }: Data) => [path, size])).toEqual([["a", 3]]);
  expect(await (await fetch(files[0].url)).text()).toBe("old");
  expect([peer.objects.size, uploads()]).toEqual([1, []]);
  const database = await openDatabase(`sqlite://${join(home, "server", "svc.db")}`);
  expect(await database.sql`select * from garbage`).toHaveLength(0);
  await database.close();
});
