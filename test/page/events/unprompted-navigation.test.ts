/** Which navigations are news: those that no answer has told of. */
import { expect, test } from "bun:test";
import type { Load } from "../../../src/page/events/loads.ts";
import { NavigationNews } from "../../../src/page/events/unprompted-navigation.ts";

const load = (loaderId: string, status?: number): Load => ({
  loaderId,
  committed: true,
  dom: true,
  loaded: true,
  ...(status === undefined ? {} : { status }),
});

test("the first document of a tab is no news, the next one is, once", () => {
  const news = new NavigationNews();
  news.told({ loaderId: "", url: "about:blank" });
  expect(news.of({ loaderId: "A", url: "about:blank" }, load("A"))).toBeUndefined();
  const next = { loaderId: "B", url: "http://a.test/gone" };
  expect(news.of(next, load("B", 404))).toMatchObject({ text: "http://a.test/gone, status 404", status: 404 });
  expect(news.of(next, load("B", 404))).toBeUndefined();
});

test("another address of the same document is news, another fragment is none", () => {
  const news = new NavigationNews();
  news.told({ loaderId: "A", url: "http://a.test/one" });
  expect(news.of({ loaderId: "A", url: "http://a.test/one#part" }, load("A"))).toBeUndefined();
  expect(news.of({ loaderId: "A", url: "http://a.test/two" }, load("A"))?.text).toBe(
    "http://a.test/two, in the same document",
  );
});
