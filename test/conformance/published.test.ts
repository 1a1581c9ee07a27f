/** The published client, unchanged, against `svc serve`: a row for each of its methods. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ground } from "./fixture.ts";
import { published } from "./published.ts";
import { rows } from "./rows.ts";

type Conformance = Awaited<ReturnType<typeof ground>>;

let g: Conformance;

beforeAll(async () => {
  g = await ground(published);
});
afterAll(async () => {
  await g[Symbol.asyncDispose]();
});

test("there is a row for every method that the client has", () => {
  for (const version of ["v2", "v3"] as const) {
    const named = rows.filter((row) => row.version === version).map(({ method }) => method);
    expect(named.sort()).toEqual(g.driven.methods(version));
  }
});

for (const { version, method, check } of rows) test(`${version} ${method}`, () => check(g.ground));
