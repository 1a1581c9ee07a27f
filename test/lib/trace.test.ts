import { expect, test } from "bun:test";
import { listen, outlineOf, readKinds, sizesOf, trace } from "../../src/lib/trace.ts";

test("writes traces only for listeners", () => {
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

test("refuses an unknown kind of trace and lists the known ones", () => {
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

test("traces only the sizes of arguments and results", () => {
  expect(sizesOf({ index: 3, fields: ["Password=hunter2"] })).toBe('{"index":3,"fields":["(16 characters)"]}');
});

test("traces values that are not secret, shortened if they are long", () => {
  expect(outlineOf({ url: "https://example.com/a?b=c", x: 3, list: [1, "two"] })).toBe(
    '{"url":"https://example.com/a?…","x":3,"list":[1,"two"]}',
  );
  expect(outlineOf({ url: "u".repeat(2_000), name: "n" })).toHaveLength(101);
  expect(outlineOf(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`k${n}`, n])))).toHaveLength(400);
});
