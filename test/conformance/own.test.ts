/** Both SDKs of this repository against `svc serve`, through the rows of the published client. */
import { afterAll, beforeAll, describe, test } from "bun:test";
import { sdks } from "../sdk/sdks.ts";
import { ground } from "./fixture.ts";
import { own } from "./own.ts";
import { rows } from "./rows.ts";

// The runtimes of TypeScript and the two clients of Python differ only in how they send: test/sdk has all of them.
for (const sdk of sdks().filter(({ name }) => ["TypeScript, Node", "Python, sync"].includes(name)))
  describe(sdk.name, () => {
    let g: Awaited<ReturnType<typeof ground>>;
    beforeAll(async () => {
      g = await ground(own(sdk));
    });
    afterAll(async () => {
      await g[Symbol.asyncDispose]();
      await sdk[Symbol.asyncDispose]();
    });
    for (const { version, method, check } of rows) test(`${version} ${method}`, () => check(g.ground));
  });
