import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("licenses prints those of svc, of its packages, of Bun and of WebKit", async () => {
  await using t = await fixture();
  const { licenses } = await t.svc("licenses");
  expect(licenses).toStartWith("MIT License");
  for (const part of ["\nhono ", "\nBun (MIT)", "\nWebKit (", "GNU LESSER GENERAL PUBLIC LICENSE"]) {
    expect(licenses).toContain(part);
  }
});
