import { expect, test } from "bun:test";
import type { Session } from "../../../src/cdp/connection.ts";
import { ScriptErrors } from "../../../src/page/events/script-errors.ts";

/** A session that reports one error when it is asked; without a message it never answers. */
function session(message?: string): Session {
  let report: (params: object) => void = () => {};
  const one = {
    on(event: string, handler: (params: object) => void) {
      if (event === "Runtime.exceptionThrown") report = handler;
    },
    sendMayFail(method: string) {
      if (message === undefined) return new Promise(() => {});
      const exceptionDetails = { exceptionId: 1, text: "Uncaught", exception: { description: message } };
      if (method === "Runtime.enable") report({ timestamp: 1, exceptionDetails });
      return Promise.resolve({});
    },
  };
  return one as unknown as Session;
}

test("a frame in another process that hangs does not delay the errors of the page", async () => {
  const errors = new ScriptErrors();
  errors.follow(session("Error: of the page"), true);
  errors.follow(session(), true);
  expect(await errors.now()).toEqual([{ message: "Error: of the page" }]);
});
