/** Random text in fields of several kinds: a field contains the typed text, and the result reports its value. */
import { test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data } from "../fixture.ts";
import { checkProperty, site } from "./site.ts";
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

/** The value of a single-line field after this text was typed. */
const singleLine = (wanted: string) => wanted.replace(/[\r\n\t]+/g, " ");
const multiLine = (wanted: string) => wanted.replace(/\r\n?/g, "\n");

/** Fields with a function for their expected value. */
const FIELDS: readonly { tag: string; attributes: [string, string][]; holds: (text: string) => string }[] = [
  { tag: "input", attributes: [], holds: singleLine },
  { tag: "input", attributes: [["type", "search"]], holds: singleLine },
  {
    tag: "input",
    attributes: [
      ["type", "tel"],
      ["value", "old"],
    ],
    holds: singleLine,
  },
  { tag: "textarea", attributes: [], holds: multiLine },
];

test("a field contains the text that was typed into it", async () => {
  await using t = await site();
  const nodes = FIELDS.map(({ tag, attributes }) => ({ tag, attributes, style: "", on: [], inner: [], children: [] }));
  await t.show({ nodes, scrolled: 0 });
  await t.svc("state");
  const page = fc.constant<Sketch>({ nodes: [], scrolled: 0 });
  await checkProperty(40, page, [text, fc.nat({ max: FIELDS.length - 1 })], async (_, wanted, n) => {
    let answer: Data;
    try {
      answer = await t.svc("input", String(n + 1), "--", wanted);
    } catch (error) {
      return error instanceof CommandError ? `${JSON.stringify(wanted)} in ${n}: ${error.message}` : `${error}`;
    }
    const value = await t.ask(`value(${n + 1})`);
    if (answer.input !== value)
      return `svc reports ${JSON.stringify(answer.input)}, but the field contains ${JSON.stringify(value)}`;
    const expected = FIELDS[n]?.holds(wanted) ?? "";
    return value === expected
      ? undefined
      : `${JSON.stringify(wanted)} in ${JSON.stringify(FIELDS[n])} became ${JSON.stringify(value)}`;
  });
});
