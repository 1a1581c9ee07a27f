import { expect, test } from "bun:test";
import { tooLong } from "../../scripts/subjects.ts";

test("a subject of 72 characters passes, one of 73 is named with its commit", () => {
  const log = [`abc1234 ${"a".repeat(72)}`, `def5678 ${"b".repeat(73)}`, "0123456 Short"];
  expect(tooLong(log.join("\n"))).toEqual([`def5678 ${"b".repeat(73)}`]);
});
