import { expect, test } from "bun:test";
import { listen, outlineOf, readKinds, sizesOf, trace } from "../../src/lib/trace.ts";

test("a trace is written for whoever listens, and for nobody else", () => {
  const lines: string[] = [];
  expect(trace.sql).toBeUndefined();
  const end = listen(readKinds("sql, cdp"), (line) => lines.push(line));
  trace.sql?.("select 1");
  trace.http?.("nobody listens to this");
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} sql {3}select 1$/)]);
  const endOther = listen(readKinds("all"), () => {});
  end();
  trace.sql?.("select 2");
  expect(lines).toHaveLength(1);
  endOther();
  expect(trace).toEqual({});
});

test("a kind that there is not is refused with those that there are", () => {
  expect(() => readKinds("cdp,everything")).toThrow(
    "'everything' cannot be traced: expected cdp, wire, http, sql, agent or all",
  );
});

test.each([
  [{ text: "hunter2", type: "char" }, "hunter2"],
  [{ cookies: [{ name: "sid", value: "s3ssion" }] }, "s3ssion"],
  [{ headers: { Authorization: "Bearer s3cret" } }, "s3cret"],
  [{ url: "https://user:hunter2@example.com/a?token=s3cret#s3ssion" }, "hunter2"],
  [{ url: "https://example.com/a?token=s3cret" }, "s3cret"],
  [{ windowsVirtualKeyCode: 55 }, "55"],
  [{ fields: { password: ["hunter2"] } }, "hunter2"],
  [{ arguments: [{ value: "hunter2" }] }, "hunter2"],
])("what may be a secret is told by its length: %j", (value, secret) => {
  expect(outlineOf(value)).not.toContain(secret);
});

test("of arguments and answers the sizes alone are told", () => {
  expect(sizesOf({ index: 3, fields: ["Password=hunter2"] })).toBe('{"index":3,"fields":["(16 characters)"]}');
});

test("what is no secret is told, and cut where it is long", () => {
  expect(outlineOf({ url: "https://example.com/a?b=c", x: 3, list: [1, "two"] })).toBe(
    '{"url":"https://example.com/a?…","x":3,"list":[1,"two"]}',
  );
  expect(outlineOf({ url: "u".repeat(2_000), name: "n" })).toHaveLength(101);
  expect(outlineOf(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n])))).toHaveLength(400);
});
