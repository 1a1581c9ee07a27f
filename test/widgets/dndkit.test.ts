import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "dnd-kit",
  { entry: "dndkit.ts" },
  {
    "drags an item down the list": async ({ svc, holds }) => {
      await svc("drag", { button: "Blue" }, { button: "Hurt" });
      await holds("model.songs", ["Yesterday", "Imagine", "Hurt", "Blue", "Creep"]);
    },
    "drags an item up the list, and reads the new order": async ({ svc, holds, find }) => {
      await svc("drag", { button: "Creep" }, { button: "Blue" });
      await holds("model.songs", ["Creep", "Blue", "Yesterday", "Imagine", "Hurt"]);
      expect(find({ button: "Creep" }).box.y).toBeLessThan(find({ button: "Blue" }).box.y);
    },
    "drags an item by a distance": async ({ svc, holds }) => {
      await svc("drag", { button: "Yesterday" }, "--by", "0,50");
      await holds("model.songs", ["Blue", "Imagine", "Yesterday", "Hurt", "Creep"]);
    },
    "moves an item by the keyboard": async ({ svc, holds }) => {
      await svc("focus", { button: "Imagine" });
      await svc("keys", "Space");
      await svc("keys", "ArrowDown");
      await svc("keys", "ArrowDown");
      await svc("keys", "Space");
      await holds("model.songs", ["Blue", "Yesterday", "Hurt", "Creep", "Imagine"]);
    },
    "cancels a move by the keyboard": async ({ svc, holds }) => {
      await svc("focus", { button: "Imagine" });
      await svc("keys", "Space");
      await svc("keys", "ArrowUp");
      await svc("keys", "Escape");
      await holds("model.songs", ["Blue", "Yesterday", "Imagine", "Hurt", "Creep"]);
    },
    "drags a card that must be held for a while into a box": async ({ svc, holds, tree }) => {
      await svc("drag", { button: "Tea" }, "--by", "40,90", "--hold", "300");
      await holds("model.basket", ["Tea"]);
      expect(tree()).toContain("Basket: Tea");
    },
    "drags a card onto one that is in the box": async ({ svc, holds }) => {
      await svc("drag", { button: "Rice" }, "--by", "0,90", "--hold", "300");
      await svc("drag", { button: "Tea" }, "--by", "0,90", "--hold", "300");
      await holds("model.basket", ["Rice", "Tea"]);
    },
  },
);
