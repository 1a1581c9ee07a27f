/** Whether a claim was read: numbers in every notation, words, dates and addresses. */
import { expect, test } from "bun:test";
import { ReadValues } from "../../../src/agent/evidence/read-values.ts";

function having(...texts: string[]): ReadValues {
  const readValues = new ReadValues();
  for (const text of texts) readValues.addText(text);
  return readValues;
}

const shop = having(
  "Blue kettle EUR 1.234,50 in stock, delivered 12 October 2026",
  "[3]<a href=/kettles/blue?size=2>Details</a> write to ann@example.com",
);

test("what was read may be told in another notation", () => {
  for (const output of ["1234.5", "EUR 1,234.50", "The blue kettle costs 1 234,50 EUR.", "1'234.50", "about 1,235"])
    expect([output, shop.unseen(output)]).toEqual([output, []]);
});

test("numbers, addresses and quotations that were on no page are found", () => {
  expect(shop.unseen("It costs EUR 1,235.50")).toEqual(["1,235.50"]);
  expect(shop.unseen("It costs EUR 1,236")).toEqual(["1,236"]);
  expect(shop.unseen("Write to bob@example.com")).toEqual(["bob@example.com"]);
  expect(shop.unseen('It is called "Red kettle de luxe"')).toEqual(["Red kettle de luxe"]);
  expect(shop.unseen("See https://shop.example/kettles/red")).toEqual(["https://shop.example/kettles/red"]);
  expect(shop.unseen("See https://shop.example/kettles/blue?size=2")).toEqual([]);
});

test("a list of numbers is no number, and a day is one value, in any notation", () => {
  const reviews = having(
    "4 stars, 2 stars, 5 stars, 37 votes; order 2 packs of 100 g; Next bill: 3 December 2026",
    "05.11.2026",
  );
  for (const output of [
    "(4, 2, 5 and 1)",
    "4, 2, 37",
    "2 100 g packs",
    "on 2026-12-03",
    "am 03.12.2026",
    "on 11/5/2026",
  ])
    expect([output, reviews.unseen(output)]).toEqual([output, []]);
  expect(reviews.unseen("4, 2, 38")).toEqual(["38"]);
  expect(reviews.unseen("on 2026-12-27, and on 03.12.2027")).toEqual(["2026-12-27", "03.12.2027"]);
});

test("each value of an object is checked, at any depth", () => {
  const schema = { type: "object" };
  const rows = [
    { name: "Blue kettle", price: 1234.5, delivered: "2026-10-12", inStock: true, rating: null },
    { name: "Blue teapot", price: 99.5, delivered: "2026-10-13" },
  ];
  expect(shop.unseen({ rows }, schema)).toEqual(["Blue teapot", "99.5", "2026-10-13"]);
});

test("a value that the model was given counts as a whole, not its parts", () => {
  const readValues = new ReadValues();
  readValues.addValue("2026-11-22");
  expect(readValues.unseen("On 2026-11-22 there were 22 of 2026")).toEqual(["22", "2026"]);
});
