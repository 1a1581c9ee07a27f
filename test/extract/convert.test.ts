import { expect, test } from "bun:test";
import { booleanIn, numberIn } from "../../src/page/inject/extract/convert.ts";

test("parses numbers in common notations", () => {
  const cases: [string, number | null][] = [
    ["12", 12],
    ["-3.5 °C", -3.5],
    ["−3", -3],
    ["1,299.00 €", 1299],
    ["1.299,00 €", 1299],
    ["1,299", 1299],
    ["1.299", 1.299],
    ["1.299.000", 1299000],
    ["3,5 %", 3.5],
    ["1'000'000", 1000000],
    ["1\u202f234,5", 1234.5],
    ["from $5 to $7", 5],
    ["1e3", 1000],
    ["none", null],
    ["", null],
  ];
  expect(cases.map(([text]) => [text, numberIn(text)])).toEqual(cases);
});

test("parses booleans, and returns null for other texts", () => {
  expect(["true", " Yes ", "on", "1"].map(booleanIn)).toEqual([true, true, true, true]);
  expect(["false", "NO", "off", "0", ""].map(booleanIn)).toEqual([false, false, false, false, false]);
  expect(booleanIn("perhaps")).toBeNull();
});
