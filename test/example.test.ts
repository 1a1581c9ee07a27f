/** How a test looks. Copy it. */
import { expect, test } from "bun:test";
import { fixture } from "./fixture.ts";

test("click follows a link", async () => {
  await using t = await fixture();
  await t.open(`<a href="/next">Next</a>`, { "/next": "<title>The next page</title>" });
  expect(await t.svc("click", "1")).toMatchObject({ clicked: 1, navigated: { title: "The next page", status: 200 } });
  expect(await t.svc("get", "title")).toEqual({ title: "The next page" });
});
