/** Downloads cloudflared from a mirror of the test, with a script in its place. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fetchCloudflared, findCloudflared, pinnedRelease, type Release } from "../../src/setup/cloudflared.ts";
import { failureOf } from "../support/failure.ts";
import { temporaryFolder } from "../support/folder.ts";
import { localServer } from "../support/server.ts";

const SCRIPT = "#!/bin/sh\necho cloudflared version 1\n";
const PLATFORM = `${process.platform}-${process.arch}`;

/** A home folder, and a mirror with the script or with other responses. No cloudflared is on the PATH. */
function ground(answer: () => Response = () => new Response(SCRIPT)) {
  const { path: home, [Symbol.dispose]: remove } = temporaryFolder();
  const server = localServer(answer);
  const path = process.env.PATH;
  // Only the unpacker: this machine may have cloudflared.
  const tools = join(home, "tools");
  mkdirSync(tools);
  for (const name of ["tar", "gzip"]) symlinkSync(Bun.which(name) ?? name, join(tools, name));
  process.env.PATH = tools;
  const address = `http://127.0.0.1:${server.port}/1`;
  return {
    home,
    address,
    async fetch(release: Release): Promise<string> {
      const signal = new AbortController().signal;
      return await fetchCloudflared({ home, signal, progress() {}, release });
    },
    async [Symbol.asyncDispose]() {
      process.env.PATH = path;
      await server.stop(true);
      remove();
    },
  };
}

function sha256(content: string | Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

test("downloads cloudflared once, verified and executable", async () => {
  await using t = ground();
  expect(findCloudflared(t.home)).toBeUndefined();
  const files = { [PLATFORM]: { name: "cloudflared-here", sha256: sha256(SCRIPT) } };
  const path = await t.fetch({ address: t.address, files });
  expect(path).toBe(join(t.home, "bin", "cloudflared"));
  expect(findCloudflared(t.home)).toBe(path);
  expect((statSync(path).mode & 0o777).toString(8)).toBe("700");
  expect(Bun.spawnSync([path]).stdout.toString()).toBe("cloudflared version 1\n");
  expect(readdirSync(join(t.home, "browsers"))).toEqual([]);
});

test("unpacks the archive on systems that need it", async () => {
  using temporary = temporaryFolder();
  const folder = temporary.path;
  await Bun.write(join(folder, "cloudflared"), SCRIPT);
  const { success } = Bun.spawnSync(["tar", "-czf", join(folder, "a.tgz"), "-C", folder, "cloudflared"]);
  const archive = await Bun.file(join(folder, "a.tgz")).bytes();
  await using t = ground(() => new Response(archive));
  const files = { [PLATFORM]: { name: "cloudflared.tgz", sha256: sha256(archive) } };
  const path = await t.fetch({ address: t.address, files });
  expect([success, Bun.spawnSync([path]).stdout.toString()]).toEqual([true, "cloudflared version 1\n"]);
});

test("reports a wrong checksum or an unreachable server, and keeps nothing", async () => {
  await using t = ground();
  const files = { [PLATFORM]: { name: "cloudflared-here", sha256: sha256("something else") } };
  const wrong = await failureOf(t.fetch({ address: t.address, files }));
  expect(wrong.code).toBe("download");
  expect(wrong.message).toStartWith("cannot download cloudflared: ");
  expect(wrong.message).toContain(sha256(SCRIPT));
  const unreachable = await failureOf(t.fetch({ address: "http://127.0.0.1:1/1", files }));
  expect(unreachable).toMatchObject({ code: "download", hint: expect.stringContaining("tunnel_provider ssh") });
  const none = await failureOf(t.fetch({ address: t.address, files: {} }));
  expect(none).toMatchObject({ code: "missing_program" });
  expect(existsSync(join(t.home, "bin"))).toBe(false);
});

test("the pinned release has a valid checksum for every system", () => {
  const { address, files } = pinnedRelease();
  expect(address).toMatch(/^https:\/\/github\.com\/cloudflare\/cloudflared\/releases\/download\/\d{4}\.\d+\.\d+$/);
  expect(Object.keys(files).sort()).toEqual(["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-x64"]);
  for (const { sha256 } of Object.values(files)) expect(sha256).toMatch(/^[\da-f]{64}$/);
  expect(new Set(Object.values(files).map(({ sha256 }) => sha256)).size).toBe(5);
});
