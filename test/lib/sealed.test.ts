import { expect, test } from "bun:test";
import { isSealed, type Sealed, seal, unseal } from "../../src/lib/sealed.ts";

test("decrypts only with the passphrase and only unchanged data", async () => {
  const sealed = await seal("the text é", "passphrase");
  expect(isSealed(JSON.parse(JSON.stringify(sealed)))).toBe(true);
  expect(JSON.stringify(sealed)).not.toContain("the text");
  expect(await unseal(sealed, "passphrase")).toBe("the text é");
  expect(await unseal(sealed, "other")).toBeUndefined();
  const flipped = Buffer.from(sealed.data, "base64");
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const changes: Partial<Sealed>[] = [
    { data: flipped.toString("base64") },
    { tag: Buffer.alloc(16).toString("base64") },
    { tag: sealed.tag.slice(0, 4) },
    { nonce: Buffer.alloc(12).toString("base64") },
    { cost: [16_384, 8, 1] },
    { cost: [2 ** 30, 8, 1] },
  ];
  for (const change of changes) expect(await unseal({ ...sealed, ...change }, "passphrase")).toBeUndefined();
});

test("encrypts the same text differently each time", async () => {
  const [one, two] = await Promise.all([seal("x", "p"), seal("x", "p")]);
  expect(one.data).not.toBe(two.data);
  expect(one.salt).not.toBe(two.salt);
});
