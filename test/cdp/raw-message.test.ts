/** `outline` reads the two ends of a message; its result equals that of parsing the whole message. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { outline, parsed } from "../../src/cdp/raw-message.ts";

const SESSION = "0123456789ABCDEF0123456789ABCDEF";

/** Strings that look like the two ends of a message. */
const tricky = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    `,"sessionId":"${SESSION}"}`,
    `","sessionId":"${SESSION}`,
    `\\","sessionId":"${SESSION}\\"}`,
    '{"id":7,"result":',
    "\\",
    '"',
  ),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(tricky, fc.integer(), fc.boolean(), fc.constant(null), fc.array(tie("any")), tie("object")),
  object: fc.dictionary(fc.oneof(tricky, fc.constantFrom("id", "sessionId", "method")), tie("any")),
})).object as fc.Arbitrary<Record<string, unknown>>;

const session = fc.option(fc.oneof(fc.constant(SESSION), fc.constant("short"), tricky), { nil: undefined });
const answer = fc.record({ id: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), result: value, sessionId: session });
const failure = fc.record({ id: fc.nat(), error: value, sessionId: session });
const event = fc.record({
  method: fc.constantFrom("Page.loadEventFired", "A.b", "x"),
  params: value,
  sessionId: session,
});
/** With members in Chrome's order, and in any other. */
const message = fc.oneof(
  answer,
  failure,
  event,
  fc.tuple(answer, fc.constant(undefined)).map(([one]) => Object.fromEntries(Object.entries(one).reverse())),
);

test("outline returns and rewrites the same as a full parse", () => {
  fc.assert(
    fc.property(message, fc.option(fc.nat(), { nil: undefined }), fc.boolean(), (one, id, withSession) => {
      const text = JSON.stringify(one);
      const [quick, long] = [outline(text), parsed(text)];
      expect({ ...quick, rewritten: 0 }).toEqual({ ...long, rewritten: 0 } as never);
      const written = quick?.rewritten(id, withSession) ?? "";
      expect(JSON.parse(written)).toEqual(JSON.parse(long?.rewritten(id, withSession) ?? ""));
      const { sessionId: _, ...rest } = one as Record<string, unknown>;
      expect(JSON.parse(written)).toEqual(
        JSON.parse(
          JSON.stringify({ ...(withSession ? one : rest), ...(id !== undefined && "id" in one ? { id } : {}) }),
        ),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("outline returns undefined for a text that is not a message", () => {
  for (const text of ["", "null", "3", "{", `{"id":1,"result":{`]) expect(outline(text)).toBeUndefined();
});
