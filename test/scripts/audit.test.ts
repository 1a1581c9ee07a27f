/** Known vulnerabilities: asked of a registry on this machine, with the project's own list of packages. */

import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { type Audit, audit } from "../../scripts/audit.ts";
import { temporaryFolder } from "../support/folder.ts";
import { localServer } from "../support/server.ts";

const ROOT = join(import.meta.dir, "../..");

const ADVISORY = {
  id: 1,
  url: "https://example.com/advisory/1",
  title: "Every request is answered twice",
  severity: "high",
  vulnerable_versions: ">=0",
  cwe: [],
  cvss: { score: 0, vectorString: null },
};

/** Audits this project with a registry that answers the question for advisories. Returns the packages that were asked about, too. */
async function audited(answer: () => Response): Promise<Audit & { asked: string[] }> {
  using folder = temporaryFolder();
  let asked: string[] = [];
  using registry = localServer(async (request) => {
    if (!request.url.endsWith("/advisories/bulk")) return new Response(null, { status: 404 });
    asked = Object.keys(JSON.parse(Buffer.from(Bun.gunzipSync(await request.arrayBuffer())).toString()));
    return answer();
  });
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(ROOT, name), join(folder.path, name));
  const env = { npm_config_registry: registry.url.href, npm_config_cache: join(folder.path, "cache") };
  return { ...(await audit(folder.path, env)), asked };
}

test("a vulnerable package is named with its advisory, and those for development are not asked about", async () => {
  const { found, skipped, asked } = await audited(() => Response.json({ hono: [ADVISORY] }));
  expect(skipped).toBeUndefined();
  expect(found).toContain("hono: high: Every request is answered twice, https://example.com/advisory/1");
  expect(asked).toContain("hono");
  expect(asked).not.toContain("typescript");
}, 60_000);

test("a low severity is not reported", async () => {
  const { found, skipped, asked } = await audited(() => Response.json({ hono: [{ ...ADVISORY, severity: "low" }] }));
  expect({ found, skipped }).toEqual({ found: [], skipped: undefined });
  expect(asked).toContain("hono");
}, 60_000);

test("a registry without advisories is told, and no failure", async () => {
  const { found, skipped } = await audited(() => new Response("no", { status: 405 }));
  expect(found).toEqual([]);
  expect(skipped).toStartWith("405 Method Not Allowed");
}, 60_000);

test("without a network the check goes on", async () => {
  // Nothing listens on the discard port.
  const { found, skipped } = await audit(ROOT, { npm_config_registry: "http://127.0.0.1:9/" });
  expect(found).toEqual([]);
  expect(skipped).toContain("ECONNREFUSED");
}, 60_000);
