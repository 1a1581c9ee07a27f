import { expect, test } from "bun:test";
import { Failure } from "../../../src/errors.ts";
import { addressPattern } from "../../../src/page/navigation/url-pattern.ts";

const PAGE = "https://shop.example:8080/orders/17?sort=up#last";

const cases: [string, string, boolean][] = [
  ["/orders/", PAGE, true],
  ["sort=up", PAGE, true],
  ["Orders", PAGE, false],
  ["?sort", PAGE, true],
  [".", "https://a/b", false],
  ["**/orders/*", PAGE, true],
  ["**/orders/17", PAGE, false],
  ["**/orders/17*", PAGE, true],
  ["**/orders", PAGE, false],
  ["**/*?sort=up#last", PAGE, true],
  ["https://*/orders/**", PAGE, true],
  ["https://*/17**", PAGE, false],
  ["http*://shop.example:*/**", PAGE, true],
  ["*orders*", PAGE, true],
  ["*/orders/*", PAGE, true],
  ["*.test/*", PAGE, false],
  ["/orders/*", PAGE, true],
  ["/ord*", PAGE, false],
  ["/ord**", PAGE, true],
  ["/17*", PAGE, false],
  ["/a/*/", "https://a.example/a/b/", true],
  ["/**/", "https://a.example/a/b/", true],
  ["/orders\\/\\d+/", PAGE, true],
  ["/ORDERS/i", PAGE, true],
  ["/^https:.*last$/", PAGE, true],
  ["/orders/17$/", PAGE, false],
  ["/shop/us", "https://a.example/shop/us/1", true],
  ["/shop/us", "https://a.example/shop", false],
  ["/straße", "https://a.example/stra%C3%9Fe", true],
  ["/stra%C3%9Fe", "https://a.example/stra%C3%9Fe", true],
  ["%zz", "https://a.example/%zz", true],
  ["(a", "https://a.example/?q=(a", true],
  ["about:blank", "about:blank", true],
  ["/x*", "file:///x.html", true],
];

for (const [pattern, address, wanted] of cases)
  test(`${pattern} ${wanted ? "matches" : "does not match"} ${address}`, () => {
    const matches = addressPattern(pattern);
    expect([matches(address), matches(address)]).toEqual([wanted, wanted]);
  });

test("addressPattern refuses an invalid regular expression", () => {
  for (const pattern of ["/(/", "/[/i", "/+/"]) expect(() => addressPattern(pattern)).toThrow(Failure);
});
