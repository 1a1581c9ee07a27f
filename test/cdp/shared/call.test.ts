/** Calls of clients are parsed as strictly as in Chrome, with the same error messages. */
import { expect, test } from "bun:test";
import { readCall } from "../../../src/cdp/shared/call.ts";

/** Texts that are not calls, with the answer of Chrome 156. */
const WRONG: readonly (readonly [text: string, id: number | undefined, message: string])[] = [
  ["[1]", undefined, "Message must be an object"],
  ['"text"', undefined, "Message must be an object"],
  ["null", undefined, "Message must be an object"],
  ["{}", undefined, "Message must have integer 'id' property"],
  ['{"id":"1","method":"A.b"}', undefined, "Message must have integer 'id' property"],
  ['{"id":1.5,"method":"A.b"}', undefined, "Message must have integer 'id' property"],
  ['{"id":2147483648,"method":"A.b"}', undefined, "Message must have integer 'id' property"],
  ['{"id":1e999,"method":"A.b"}', undefined, "Message must have integer 'id' property"],
  ['{"id":3}', 3, "Message must have string 'method' property"],
  ['{"id":3,"method":5}', 3, "Message must have string 'method' property"],
  ['{"id":3,"method":"A.b","sessionId":4}', 3, "Message may have string 'sessionId' property"],
  ['{"id":3,"method":"A.b","sessionId":null}', 3, "Message may have string 'sessionId' property"],
  ['{"id":3,"method":"A.b","params":[]}', 3, "Message may have object 'params' property"],
  ['{"id":3,"method":"A.b","more":1}', 3, "Message has property other than 'id', 'method', 'sessionId', 'params'"],
];

test.each(WRONG)("%s gets the same answer as from Chrome", (text, id, message) => {
  const answer = readCall(text);
  expect(JSON.parse(answer as string)).toEqual({
    ...(id === undefined ? {} : { id }),
    error: { code: -32600, message },
  });
});

test.each(["", "garbage", '{"id":1', "\0", `${"[".repeat(100_000)}`])(
  "a text that is not JSON is a parse error (%#)",
  (text) => {
    expect(JSON.parse(readCall(text) as string).error.code).toBe(-32700);
  },
);

test("nesting is limited as in Chrome, and brackets inside strings do not count", () => {
  const nested = (depth: number) => `{"id":1,"method":"A.b","params":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  expect(readCall(nested(298))).toMatchObject({ id: 1 });
  expect(JSON.parse(readCall(nested(299)) as string).error.code).toBe(-32700);
  const text = `${"[{".repeat(1_000)}\\" ${"[".repeat(1_000)}\\`;
  const params = { [text]: text };
  expect(readCall(JSON.stringify({ id: 1, method: "A.b", params }))).toMatchObject({ params });
});

test("of duplicate members the last one counts", () => {
  expect(readCall('{"method":"A.a","id":1,"method":"B.b","params":null}')).toEqual({ id: 1, method: "B.b" });
  expect(readCall('{"id":-2147483648,"method":"A.b","params":{"x":1},"sessionId":"S"}')).toEqual({
    id: -(2 ** 31),
    method: "A.b",
    params: { x: 1 },
    sessionId: "S",
  });
});
