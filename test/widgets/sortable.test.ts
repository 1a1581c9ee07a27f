import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "SortableJS",
  { entry: "sortable.ts" },
  {
    "drags an item down the list": async ({ svc, holds }) => {
      await svc("drag", { listitem: "Milk" }, { listitem: "Soap" });
      await holds("lists().todo", ["Bread", "Apples", "Soap", "Milk"]);
    },
    "drags an item up the list, and reads the new order": async ({ svc, holds, find }) => {
      await svc("drag", { listitem: "Soap" }, { listitem: "Milk" });
      await holds("lists().todo", ["Soap", "Milk", "Bread", "Apples"]);
      expect(find({ listitem: "Soap" }).box.y).toBeLessThan(find({ listitem: "Milk" }).box.y);
    },
    "drags an item by a distance": async ({ svc, holds }) => {
      await svc("drag", { listitem: "Bread" }, "--by", "0,60");
      await holds("lists().todo", ["Milk", "Apples", "Bread", "Soap"]);
    },
    "drags an item to another list": async ({ svc, holds }) => {
      await svc("drag", { listitem: "Bread" }, { listitem: "Letters" });
      await holds("lists().todo", ["Milk", "Apples", "Soap"]);
      await holds("lists().done.toSorted()", ["Bread", "Letters"]);
    },
    "drags an item into an empty list": async ({ svc, holds }) => {
      await svc("drag", { listitem: "Apples" }, { list: /Later/ });
      await holds("lists().later", ["Apples"]);
    },
    "drags an item by its handle": async ({ svc, holds }) => {
      await svc("drag", { any: /<span.*⠿/, nth: 0 }, { listitem: /Blue/ });
      await holds("lists().handles", ["Green", "Blue", "Red"]);
    },
    "drags an item that must be held for a while": async ({ svc, holds }) => {
      await svc("drag", { listitem: "North" }, { listitem: "South" }, "--hold", "400");
      await holds("lists().held", ["East", "South", "North"]);
    },
    "drags cards in a grid": async ({ svc, holds }) => {
      await svc("drag", { any: "One" }, { any: "Six" });
      await holds("lists().cards", ["Two", "Three", "Four", "Five", "Six", "One"]);
    },
    "moves an item to the end and back": async ({ svc, holds }) => {
      await svc("drag", { listitem: "Milk" }, { listitem: "Soap" });
      await svc("drag", { listitem: "Milk" }, { listitem: "Bread" });
      await holds("lists().todo", ["Milk", "Bread", "Apples", "Soap"]);
    },
  },
);
