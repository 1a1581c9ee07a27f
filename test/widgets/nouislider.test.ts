import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "noUiSlider",
  { entry: "nouislider.ts" },
  {
    "moves a handle by an arrow key": async ({ svc, holds, find }) => {
      await svc("focus", { slider: "Lowest price" });
      await svc("keys", "ArrowRight");
      await holds("values().price", [210, 800]);
      expect(find({ slider: "Lowest price" }).value).toBe("210.00");
    },
    "moves a handle to its end and by pages": async ({ svc, holds }) => {
      await svc("focus", { slider: "Highest price" });
      await svc("keys", "End");
      await svc("keys", "PageDown");
      await holds("values().price", [200, 950]);
    },
    "drags a handle": async ({ svc, holds, find }) => {
      await svc("drag", { slider: "Lowest price" }, "--by", "100,0");
      await holds("values().price", [400, 800]);
      expect(find({ slider: "Lowest price" }).value).toBe("400.00");
    },
    "drags the other handle back": async ({ svc, holds }) => {
      await svc("drag", { slider: "Highest price" }, "--by", "-100,0");
      await holds("values().price", [200, 600]);
    },
    "cannot drag one handle past the other": async ({ svc, holds }) => {
      await svc("drag", { slider: "Lowest price" }, "--by", "400,0");
      await holds("values().price", [800, 800]);
    },
    "sends one change event after a drag": async ({ svc, holds, tree }) => {
      await svc("drag", { slider: "Lowest price" }, "--by", "50,0");
      await holds("values().changes", [[300, 800]]);
      expect(tree()).toContain("Between 300.00,800.00");
    },
    "clicks a mark of the scale": async ({ svc, holds }) => {
      await svc("click", { any: "500" });
      await holds("values().price", [500, 800]);
    },
    "moves a vertical slider by keys and by the mouse": async ({ svc, holds }) => {
      await svc("focus", { slider: /Volume|30.00/, nth: 0 });
      await svc("keys", "ArrowUp");
      await holds("values().volume", 31);
      await svc("drag", { slider: /Volume|31.00/, nth: 0 }, "--by", "0,-38");
      await holds("values().volume", 50);
    },
  },
);
