/** Calls as clients write them: read as strictly as Chrome does, in its words. */
import { expect, test } from "bun:test";
import { readCall } from "../../../src/cdp/shared/call.ts";

/** Texts that are no calls, with what Chrome 156 answers. */
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

test.each(WRONG)("%s is answered as Chrome does", (text, id, message) => {
  const answer = readCall(text);
  expect(JSON.parse(answer as string)).toEqual({
    ...(id === undefined ? {} : { id }),
    error: { code: -32600, message },
  });
});

test.each(["", "garbage", '{"id":1', "\0", `${"[".repeat(100_000)}`])(
  "what is no JSON is a parse error (%#)",
  (text) => {
    expect(JSON.parse(readCall(text) as string).error.code).toBe(-32700);
  },
);

test("it is read as deep as Chrome reads, whatever stands in strings", () => {
  const nested = (depth: number) => `{"id":1,"method":"A.b","params":{"x":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
  expect(readCall(nested(298))).toMatchObject({ id: 1 });
  expect(JSON.parse(readCall(nested(299)) as string).error.code).toBe(-32700);
  const text = `${"[{".repeat(1_000)}\\" ${"[".repeat(1_000)}\\`;
  const params = { [text]: text };
  expect(readCall(JSON.stringify({ id: 1, method: "A.b", params }))).toMatchObject({ params });
});

test("a call is what was written last, and nothing besides", () => {
  expect(readCall('{"method":"A.a","id":1,"method":"B.b","params":null}')).toEqual({ id: 1, method: "B.b" });
  expect(readCall('{"id":-2147483648,"method":"A.b","params":{"x":1},"sessionId":"S"}')).toEqual({
    id: -(2 ** 31),
    method: "A.b",
    params: { x: 1 },
    sessionId: "S",
  });
});
