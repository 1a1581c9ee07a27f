/** The server's secret: its file, what it seals, what it signs. */

import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSecret } from "../../../src/platform/store/objects/secret.ts";
import { failureThrownBy } from "../../support/failure.ts";
import { temporaryFolder } from "../../support/folder.ts";

const codeOf = (work: () => unknown) => failureThrownBy(work).code;

const GIVEN = "a secret of the settings, long enough";

test("the secret is made once, for its owner alone, and stays", () => {
  using at = temporaryFolder();
  const first = openSecret(at.path, undefined);
  expect(openSecret(at.path, undefined).derive("x")).toEqual(first.derive("x"));
  expect(first.derive("x")).not.toEqual(first.derive("y"));
  const folder = join(at.path, "server");
  expect(readdirSync(folder)).toEqual(["secret"]);
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
});

test("servers that start at once have one secret", async () => {
  using at = temporaryFolder();
  const script = `
    const { openSecret } = await import(${JSON.stringify(join(process.cwd(), "src/platform/store/objects/secret.ts"))});
    while (Date.now() < Number(process.argv[2])) {}
    console.log(openSecret(process.argv[1], undefined).derive("x").toString("hex"));`;
  const start = String(Date.now() + 400);
  const derived = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = Bun.spawn([process.execPath, "-e", script, at.path, start], { stdout: "pipe", stderr: "inherit" });
      return (await new Response(child.stdout).text()).trim();
    }),
  );
  expect(derived[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(derived).size).toBe(1);
  expect(readdirSync(join(at.path, "server"))).toEqual(["secret"]);
});

test("a file that holds something else is refused and kept", () => {
  for (const held of ["", "ab12\n", `${"0".repeat(63)}g\n`]) {
    using at = temporaryFolder();
    const path = join(at.path, "server", "secret");
    mkdirSync(join(at.path, "server"), { mode: 0o700 });
    writeFileSync(path, held);
    expect(codeOf(() => openSecret(at.path, undefined))).toBe("bad_file");
    expect(readFileSync(path, "utf8")).toBe(held);
  }
});

test("a short secret of the settings is refused", () => {
  using at = temporaryFolder();
  expect(codeOf(() => openSecret(at.path, "short"))).toBe("usage");
});

test("a second server may be given the text of the first one's file", () => {
  using at = temporaryFolder();
  const own = openSecret(at.path, undefined);
  const text = readFileSync(join(at.path, "server", "secret"), "utf8");
  expect(openSecret("/nowhere", text).derive("x")).toEqual(own.derive("x"));
});

test("what is sealed opens for its context and its secret alone", () => {
  using at = temporaryFolder();
  const secret = openSecret(at.path, undefined);
  for (const size of [0, 1, 100_000]) {
    const bytes = Buffer.alloc(size, 7);
    const sealed = secret.seal(bytes, "profile a");
    expect(secret.unseal(sealed, "profile a").equals(bytes)).toBe(true);
    expect(openSecret(at.path, undefined).unseal(sealed, "profile a").equals(bytes)).toBe(true);
    expect(codeOf(() => secret.unseal(sealed, "profile b"))).toBe("bad_file");
    expect(codeOf(() => openSecret(at.path, GIVEN).unseal(sealed, "profile a"))).toBe("bad_file");
  }
  expect(secret.seal(Buffer.from("x"), "c").equals(secret.seal(Buffer.from("x"), "c"))).toBe(false);
});

test("a sealed thing that was changed anywhere, or cut, does not open", () => {
  using at = temporaryFolder();
  const secret = openSecret(at.path, undefined);
  const sealed = secret.seal(Buffer.from("cookies"), "p");
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(codeOf(() => secret.unseal(changed, "p"))).toBe("bad_file");
    expect(codeOf(() => secret.unseal(sealed.subarray(0, index), "p"))).toBe("bad_file");
  }
});

test("a token opens what it was made for until it expires", () => {
  using at = temporaryFolder();
  const secret = openSecret(at.path, GIVEN);
  const token = secret.token("cdp", "one", 1_000_000);
  expect(secret.opens(token, "cdp", "one", 999_999)).toBe(true);
  expect(openSecret("/nowhere", GIVEN).opens(token, "cdp", "one", 0)).toBe(true);
  expect(secret.opens(token, "cdp", "one", 1_000_000)).toBe(false);
  expect(secret.opens(token, "live", "one", 0)).toBe(false);
  expect(secret.opens(token, "cdp", "two", 0)).toBe(false);
  const later = token.replace(/^[^.]+/, (2_000_000).toString(36));
  expect(secret.opens(later, "cdp", "one", 0)).toBe(false);
  for (const wrong of ["", ".", "x", `${token}x`, token.slice(1), " ".repeat(43)])
    expect(secret.opens(wrong, "cdp", "one", 0)).toBe(false);
});
