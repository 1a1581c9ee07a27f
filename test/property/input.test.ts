/** Random text in fields of many kinds: a field holds what was written, or the answer says what it holds. */
import { test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data } from "../fixture.ts";
import { holds, site } from "./site.ts";
import type { Sketch } from "./tree.ts";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "é",
        "e\u0301",
        "漢",
        "👩‍👩‍👧",
        "ا",
        "+",
        "-",
        "ß",
        "İ",
        "\u00a0",
        "\u200b",
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join("")),
  fc.integer({ min: 490, max: 520 }).map((length) => "long ".repeat(length / 5)),
);

/** A line of text, as a field of one line takes it. */
const one = (wanted: string) => wanted.replace(/[\r\n\t]+/g, " ");
const many = (wanted: string) => wanted.replace(/\r\n?/g, "\n");

/** Fields by number, with what they hold after that text was written into them. */
const FIELDS: readonly { tag: string; attributes: [string, string][]; holds: (text: string) => string }[] = [
  { tag: "input", attributes: [], holds: one },
  { tag: "input", attributes: [["type", "search"]], holds: one },
  {
    tag: "input",
    attributes: [
      ["type", "tel"],
      ["value", "old"],
    ],
    holds: one,
  },
  { tag: "textarea", attributes: [], holds: many },
];

test("a field holds the text that was written into it", async () => {
  await using t = await site();
  const nodes = FIELDS.map(({ tag, attributes }) => ({ tag, attributes, style: "", on: [], inner: [], children: [] }));
  await t.show({ nodes, scrolled: 0 });
  await t.svc("state");
  const page = fc.constant<Sketch>({ nodes: [], scrolled: 0 });
  await holds(40, page, [text, fc.nat({ max: FIELDS.length - 1 })], async (_, wanted, n) => {
    let told: Data;
    try {
      told = await t.svc("input", String(n + 1), "--", wanted);
    } catch (error) {
      return error instanceof CommandError ? `${JSON.stringify(wanted)} in ${n}: ${error.message}` : `${error}`;
    }
    const held = await t.ask(`held(${n + 1})`);
    if (told.input !== held)
      return `it says ${JSON.stringify(told.input)}, but the field holds ${JSON.stringify(held)}`;
    const expected = FIELDS[n]?.holds(wanted) ?? "";
    return held === expected
      ? undefined
      : `${JSON.stringify(wanted)} in ${JSON.stringify(FIELDS[n])} became ${JSON.stringify(held)}`;
  });
});
