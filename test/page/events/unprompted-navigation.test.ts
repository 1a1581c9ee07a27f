/** A navigation is reported if no answer contained it. */
import { expect, test } from "bun:test";
import type { Load } from "../../../src/page/events/loads.ts";
import { UnpromptedNavigation } from "../../../src/page/events/unprompted-navigation.ts";

const load = (loaderId: string, status?: number): Load => ({
  loaderId,
  committed: true,
  dom: true,
  loaded: true,
  ...(status === undefined ? {} : { status }),
});

test("reports a new document once, but not the first document of a tab", () => {
  const navigations = new UnpromptedNavigation();
  navigations.reported({ loaderId: "", url: "about:blank" });
  expect(navigations.since({ loaderId: "A", url: "about:blank" }, load("A"))).toBeUndefined();
  const next = { loaderId: "B", url: "http://a.test/gone" };
  expect(navigations.since(next, load("B", 404))).toMatchObject({
    text: "http://a.test/gone, status 404",
    status: 404,
  });
  expect(navigations.since(next, load("B", 404))).toBeUndefined();
});

test("reports another address of the same document, but not another fragment", () => {
  const navigations = new UnpromptedNavigation();
  navigations.reported({ loaderId: "A", url: "http://a.test/one" });
  expect(navigations.since({ loaderId: "A", url: "http://a.test/one#part" }, load("A"))).toBeUndefined();
  expect(navigations.since({ loaderId: "A", url: "http://a.test/two" }, load("A"))?.text).toBe(
    "http://a.test/two, in the same document",
  );
});
