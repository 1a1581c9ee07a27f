import { expect, test } from "bun:test";
import { CHARS_PER_TOKEN, linesOf, pageOf, weightOf } from "../../src/extract/budget.ts";
import { jsonIn, promptOf, withoutThoughts } from "../../src/extract/prompt.ts";

test("JSON is found in what models say around it", () => {
  expect(jsonIn('{"a":1}')).toEqual({ value: { a: 1 } });
  expect(jsonIn("Here:\n```json\n[1]\n```\nDone.")).toEqual({ value: [1] });
  expect(jsonIn('It is:\n{"a":\n {"b":"}"}}\nBye.')).toEqual({ value: { a: { b: "}" } } });
  expect(jsonIn("nothing {here")).toBeUndefined();
  expect(withoutThoughts('<think>{"a":0}</think>\n{"a":1}')).toBe('{"a":1}');
});

test("an answer in words stays words, though there are brackets in it", () => {
  expect(jsonIn("Three euros [1], as {it} says.")).toBeUndefined();
  expect(jsonIn("Three euros.\n[1] the list of prices")).toBeUndefined();
});

test("where an answer is to fit, the part that does is found among others", () => {
  const isObject = (value: unknown) => !Array.isArray(value);
  expect(jsonIn('As [1] says, it is {"a":{"b":2}} [2].', isObject)).toEqual({ value: { a: { b: 2 } } });
  expect(jsonIn("[1] and [2, 3]", isObject)).toEqual({ value: [2, 3] });
  expect(jsonIn("[".repeat(100_000), isObject)).toBeUndefined();
});

test("a page cannot end its own quotation", () => {
  const question = { query: "q", schema: undefined, url: "http://x", title: "t", content: "page-content- end" };
  const one = promptOf(question);
  const marker = /page-content-[\w-]{36}/.exec(one.system)?.[0] ?? "";
  expect(one.user.split(marker)).toHaveLength(3);
  expect(promptOf(question).user).not.toContain(marker);
});

test("pages hold what fits, all of it once", () => {
  const items = [3, 3, 3, 10, 1];
  const page = (n: number) => pageOf(items, (one) => one, 6, n);
  expect([1, 2, 3, 4, 5].map((n) => page(n).items)).toEqual([[3, 3], [3], [10], [1], []]);
  expect(page(2).cut).toEqual({ page: 2, pages: 4 });
  expect(pageOf([1], () => 1, 6, 1)).toEqual({ items: [1] });
  expect(pageOf([], () => 1, 6, 1)).toEqual({ items: [] });
  expect(linesOf("abcdefgh\nx", 3)).toEqual(["abc", "def", "gh", "x"]);
  expect(linesOf("ab\u{1f600}c", 3)).toEqual(["ab\u{1f600}", "c"]);
  // One token a character: less of it fits.
  expect(linesOf("漢字仮名交", 6)).toEqual(["漢字", "仮名", "交"]);
  expect(weightOf("漢字")).toBeCloseTo(2 * CHARS_PER_TOKEN);
});
