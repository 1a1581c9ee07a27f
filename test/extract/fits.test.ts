import { expect, test } from "bun:test";
import { schemaError, schemaErrors } from "../../src/extract/fits.ts";

const item = {
  type: "object",
  properties: { n: { type: "integer", minimum: 1 } },
  required: ["n"],
  additionalProperties: false,
};
const list = {
  type: "object",
  properties: { items: { type: "array", items: item, minItems: 1 } },
  required: ["items"],
};

test("accepts valid values", () => {
  expect(schemaError({ items: [{ n: 1 }] }, list)).toBeUndefined();
  expect(schemaError(null, { type: ["string", "null"] })).toBeUndefined();
  expect(schemaError({ x: 1 }, {})).toBeUndefined();
  const chain = { type: "object", properties: { next: { $ref: "#/$defs/n" } } };
  expect(schemaError({ next: { next: {} } }, { $ref: "#/$defs/n", $defs: { n: chain } })).toBeUndefined();
});

test.each([
  [{}, list, 'required property "items"'],
  [{ items: [] }, list, "items: Array has too few items"],
  [{ items: [{ n: 1 }, { n: 1.5 }] }, list, 'items[1].n: Instance type "number" is invalid. Expected "integer".'],
  [{ items: [{ n: 0 }] }, list, "items[0].n: 0 is less than 1."],
  [{ items: [{ n: 1, m: 2 }] }, list, "items[0].m: is not allowed"],
  ["c", { enum: ["a"] }, 'does not match any of ["a"]'],
  ["x", { pattern: "^y" }, "does not match pattern"],
  [[1, 1], { uniqueItems: true }, "Duplicate items"],
  [1, { not: { type: "number" } }, 'matched "not" schema'],
  [1, { oneOf: [{ type: "integer" }, { type: "number" }] }, "exactly one subschema (2 matches)"],
])("%j does not fit %j", (value, schema, why) => {
  expect(schemaError(value, schema)).toContain(why);
});

test("reports every nested error once", () => {
  expect(schemaErrors({ a: 1, b: 2 }, { properties: { a: { type: "string" }, b: { type: "null" } } })).toEqual([
    expect.stringMatching(/^a: /),
    expect.stringMatching(/^b: /),
  ]);
});

test("refuses missing and circular references", () => {
  expect(() => schemaError(1, { $ref: "#" })).toThrow("are circular");
  expect(() => schemaError(1, { $ref: "#/$defs/none" })).toThrow("the JSON Schema cannot be used");
});
