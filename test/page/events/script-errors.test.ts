import { expect, test } from "bun:test";
import type { Session } from "../../../src/cdp/connection.ts";
import { ScriptErrors } from "../../../src/page/events/script-errors.ts";

/** A session that tells what was thrown when it is asked, or never answers. */
function session(message?: string): Session {
  let tell: (params: object) => void = () => {};
  const one = {
    on(event: string, handler: (params: object) => void) {
      if (event === "Runtime.exceptionThrown") tell = handler;
    },
    sendMayFail(method: string) {
      if (message === undefined) return new Promise(() => {});
      const exceptionDetails = { exceptionId: 1, text: "Uncaught", exception: { description: message } };
      if (method === "Runtime.enable") tell({ timestamp: 1, exceptionDetails });
      return Promise.resolve({});
    },
  };
  return one as unknown as Session;
}

test("a frame of another process that hangs holds up no look at the page", async () => {
  const errors = new ScriptErrors();
  errors.follow(session("Error: of the page"), true);
  errors.follow(session(), true);
  expect(await errors.now()).toEqual([{ message: "Error: of the page" }]);
});
