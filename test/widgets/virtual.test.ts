import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "TanStack Virtual",
  { entry: "virtual.ts" },
  {
    "opens a row": async ({ svc, holds, tree, find }) => {
      await svc("click", "--text", "Open", "--near", String(find({ checkbox: "Order 3" }).index));
      await holds("model.opened", ["Order 3"]);
      expect(tree()).toContain("Opened: Order 3");
    },
    "scrolls to row 5,000 and checks it": async ({ svc, holds }) => {
      await svc("scroll", "down", "--in", { checkbox: "Order 0" }, "--amount", "179900");
      await svc("check", { checkbox: "Order 5000" });
      await holds("model.checked", [5000]);
    },
    "opens row 5,000 by its own button among identical ones": async ({ svc, holds, find }) => {
      await svc("scroll", "down", "--in", { checkbox: "Order 0" }, "--amount", "179900");
      await svc("click", "--text", "Open", "--near", String(find({ checkbox: "Order 5000" }).index));
      await holds("model.opened", ["Order 5000"]);
    },
    "scrolls until a row appears": async ({ svc, holds }) => {
      await svc("scroll", "down", "--in", { checkbox: "Order 0" }, "--until", "Order 120");
      await svc("check", { checkbox: "Order 120" });
      await holds("model.checked", [120]);
    },
    "scrolls to the end and back": async ({ svc, holds }) => {
      await svc("scroll", "end", "--in", { checkbox: "Order 0" });
      await svc("check", { checkbox: "Order 9999" });
      await svc("scroll", "top", "--in", { checkbox: "Order 9999" });
      await svc("check", { checkbox: "Order 0" });
      await holds("model.checked", [9999, 0]);
    },
    "shows which rows are in view": async ({ svc, find }) => {
      await svc("scroll", "down", "--in", { checkbox: "Order 0" }, "--amount", "36000");
      expect(find({ checkbox: "Order 1000" }).inViewport).toBe(true);
      expect(find({ checkbox: "Order 1015" }).inViewport).toBe(false);
      expect(find({ checkbox: "Order 996" }).inViewport).toBe(false);
    },
    "rejects the index of a removed row": async ({ svc, fails, find, holds }) => {
      const index = String(find({ checkbox: "Order 0" }).index);
      await svc("scroll", "down", "--in", { checkbox: "Order 0" }, "--amount", "36000");
      expect((await fails("check", index)).code).toBe("stale");
      await holds("model.checked", []);
    },
    "scrolls sideways": async ({ svc, holds }) => {
      await svc("scroll", "right", "--in", { button: "Month 0" }, "--amount", "45000");
      await svc("click", { button: "Month 501" });
      await holds("document.querySelector('p').textContent", "Opened: Month 501");
    },
  },
);
