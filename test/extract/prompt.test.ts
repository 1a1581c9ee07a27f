import { expect, test } from "bun:test";
import { CHARS_PER_TOKEN, linesOf, pageOf, weightOf } from "../../src/extract/budget.ts";
import { promptOf } from "../../src/extract/prompt.ts";

test("a page cannot imitate the marker around its content", () => {
  const question = { query: "q", schema: undefined, url: "http://x", title: "t", content: "page-content- end" };
  const one = promptOf(question);
  const marker = /page-content-[\w-]{36}/.exec(one.system)?.[0] ?? "";
  expect(one.user.split(marker)).toHaveLength(3);
  expect(promptOf(question).user).not.toContain(marker);
});

test("splits content into pages without loss", () => {
  const items = [3, 3, 3, 10, 1];
  const page = (n: number) => pageOf(items, (one) => one, 6, n);
  expect([1, 2, 3, 4, 5].map((n) => page(n).items)).toEqual([[3, 3], [3], [10], [1], []]);
  expect(page(2).cut).toEqual({ page: 2, pages: 4 });
  expect(pageOf([1], () => 1, 6, 1)).toEqual({ items: [1] });
  expect(pageOf([], () => 1, 6, 1)).toEqual({ items: [] });
  expect(linesOf("abcdefgh\nx", 3)).toEqual(["abc", "def", "gh", "x"]);
  expect(linesOf("ab\u{1f600}c", 3)).toEqual(["ab\u{1f600}", "c"]);
  // One token per character, so that less text fits.
  expect(linesOf("漢字仮名交", 6)).toEqual(["漢字", "仮名", "交"]);
  expect(weightOf("漢字")).toBeCloseTo(2 * CHARS_PER_TOKEN);
});
