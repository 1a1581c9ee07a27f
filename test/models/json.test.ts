import { expect, test } from "bun:test";
import { jsonIn, withoutThoughts } from "../../src/models/json.ts";

const found = (text: string, fits?: (value: unknown) => boolean) => jsonIn(text, fits)?.value;

test("JSON is found in what models say around it", () => {
  expect(found('{"a":1}')).toEqual({ a: 1 });
  expect(found("Here:\n```json\n[1]\n```\nDone.")).toEqual([1]);
  expect(found('It is:\n{"a":\n {"b":"}"}}\nBye.')).toEqual({ a: { b: "}" } });
  expect(found("nothing {here")).toBeUndefined();
  expect(withoutThoughts('<think>{"a":0}</think>\n{"a":1}')).toBe('{"a":1}');
});

test("an answer in words stays words, though there are brackets in it", () => {
  expect(found("Three euros [1], as {it} says.")).toBeUndefined();
  expect(found("Three euros.\n[1] the list of prices")).toBeUndefined();
});

test("where an answer is to fit, the part that does is found among others", () => {
  const isObject = (value: unknown) => !Array.isArray(value);
  expect(found('As [1] says, it is {"a":{"b":2}} [2].', isObject)).toEqual({ a: { b: 2 } });
  expect(found("[1] and [2, 3]", isObject)).toEqual([2, 3]);
  expect(found("[".repeat(100_000), isObject)).toBeUndefined();
});

test("where JSON begins is known, so that what stands before it is kept", () => {
  const text = 'Pressing.\n{"a":1} and more';
  expect(text.slice(0, jsonIn(text, () => true)?.at)).toBe("Pressing.\n");
});
