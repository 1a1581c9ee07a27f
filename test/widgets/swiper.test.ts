import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "Swiper",
  { entry: "swiper.ts" },
  {
    "goes to the next slide and shows only that one": async ({ svc, holds, find }) => {
      await svc("click", { button: "Next slide" });
      await holds("at()", 1);
      expect(find({ button: "Buy Forest" }).inViewport).toBe(true);
      expect(find({ button: "Buy Dunes" }).inViewport).toBe(false);
    },
    "goes on and back": async ({ svc, holds }) => {
      await svc("click", { button: "Next slide" });
      await svc("click", { button: "Next slide" });
      await svc("click", { button: "Previous slide" });
      await holds("at()", 1);
    },
    "goes to a slide by its dot": async ({ svc, holds, find }) => {
      await svc("click", { button: "Go to slide 4" });
      await holds("at()", 3);
      expect(find({ button: "Go to slide 4" }).states).toContain("current");
    },
    swipes: async ({ svc, holds }) => {
      await svc("drag", { any: /^Dunes/, nth: 0 }, "--by", "-360,0");
      await holds("at()", 1);
    },
    "swipes back": async ({ svc, holds }) => {
      await svc("click", { button: "Go to slide 3" });
      await svc("drag", { any: /^Dunes/, nth: 0 }, "--by", "360,0");
      await holds("at()", 1);
    },
    "goes on by the keyboard": async ({ svc, holds }) => {
      await svc("keys", "ArrowRight");
      await svc("keys", "ArrowRight");
      await holds("at()", 2);
    },
    "clicks a button on the next slide": async ({ svc, holds }) => {
      await svc("click", { button: "Next slide" });
      await svc("click", { button: "Buy Forest" });
      await holds("bought", ["Buy Forest"]);
    },
    "disables the buttons before the first and after the last slide": async ({ svc, find }) => {
      expect(find({ button: "Previous slide" }).states).toContain("disabled");
      await svc("click", { button: "Go to slide 5" });
      expect(find({ button: "Next slide" }).states).toContain("disabled");
      expect(find({ button: "Previous slide" }).states).not.toContain("disabled");
    },
  },
);
