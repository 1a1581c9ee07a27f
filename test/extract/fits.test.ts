import { expect, test } from "bun:test";
import { misfit } from "../../src/extract/fits.ts";

const item = {
  type: "object",
  properties: { n: { type: "integer", minimum: 1 } },
  required: ["n"],
  additionalProperties: false,
};

test("what fits is not complained about", () => {
  expect(
    misfit({ items: [{ n: 1 }] }, { type: "object", properties: { items: { type: "array", items: item } } }),
  ).toBeUndefined();
  expect(misfit(null, { type: ["string", "null"] })).toBeUndefined();
  expect(misfit(2, { type: "number" })).toBeUndefined();
  expect(misfit({ x: 1 }, {})).toBeUndefined();
  expect(misfit("b", { enum: ["a", "b"] })).toBeUndefined();
  expect(misfit(1, { anyOf: [{ type: "string" }, { type: "integer" }] })).toBeUndefined();
  expect(
    misfit(
      { next: { next: {} } },
      { $ref: "#/$defs/n", $defs: { n: { type: "object", properties: { next: { $ref: "#/$defs/n" } } } } },
    ),
  ).toBeUndefined();
});

test("what does not fit is told with its place", () => {
  const list = {
    type: "object",
    properties: { items: { type: "array", items: item, minItems: 1 } },
    required: ["items"],
  };
  expect(misfit({}, list)).toBe("items is missing");
  expect(misfit({ items: [] }, list)).toBe("items is shorter than 1");
  expect(misfit({ items: [{ n: 1 }, { n: 1.5 }] }, list)).toBe("items[1].n is 1.5, not of type integer");
  expect(misfit({ items: [{ n: 0 }] }, list)).toBe("items[0].n is less than 1");
  expect(misfit({ items: [{ n: 1, m: 2 }] }, list)).toBe("items[0].m is not to be there");
  expect(misfit([1, "x"], { type: "array", items: { type: "number" } })).toBe('[1] is "x", not of type number');
  expect(misfit("c", { enum: ["a"] })).toBe('the answer is "c", not one of ["a"]');
  expect(misfit(1, { oneOf: [{ type: "string" }, { type: "null" }] })).toBe("the answer is 1, not of type string");
  expect(misfit({ a: 1 }, { $ref: "#/$defs/x", $defs: { x: { required: ["b"] } } })).toBe("b is missing");
  expect(misfit({ a: 1 }, { additionalProperties: { type: "string" } })).toBe("a is 1, not of type string");
});

test("a schema that leads in a circle ends", () => {
  expect(misfit(1, { $ref: "#" })).toBeUndefined();
});
