import { expect } from "bun:test";
import { type Person, widgets } from "./matrix.ts";

/** Pixels of the window for pixels of the picture, as somebody reads them off a screenshot of the chart. */
function at({ find }: Person, x: number, y: number): [string, string] {
  const { box } = find({ img: "Sales by month" });
  return [`${Math.round(box.x + x)}`, `${Math.round(box.y + y)}`];
}

const LEGEND = { apples: [328, 18], pears: [398, 18] } as const;
const BAR = { applesOfFebruary: [325, 200], pearsOfMarch: [602, 250], nothing: [180, 60] } as const;

widgets(
  "Chart.js",
  { entry: "chart.ts" },
  {
    "finds the chart, its name and its box": async ({ find }) => {
      const { box } = find({ img: "Sales by month" });
      expect([box.width, box.height]).toEqual([700, 350]);
    },
    "reads the tooltip of a bar": async (person) => {
      await person.svc("hover", ...at(person, ...BAR.applesOfFebruary));
      await person.holds("tooltip()", ["February", "Apples: 9"]);
    },
    "goes from one bar's tooltip to another's": async (person) => {
      await person.svc("hover", ...at(person, ...BAR.applesOfFebruary));
      await person.svc("hover", ...at(person, ...BAR.pearsOfMarch));
      await person.holds("tooltip()", ["March", "Pears: 7"]);
    },
    "hides a data set by its legend": async (person) => {
      await person.svc("click", ...at(person, ...LEGEND.pears));
      await person.holds("visible()", [true, false]);
    },
    "shows it again": async (person) => {
      await person.svc("click", ...at(person, ...LEGEND.apples));
      await person.svc("click", ...at(person, ...LEGEND.apples));
      await person.holds("visible()", [true, true]);
    },
    "picks a bar, and reads what the page says of it": async (person) => {
      await person.svc("click", ...at(person, ...BAR.pearsOfMarch));
      expect(person.tree()).toContain("Picked Pears of March");
    },
    "picks nothing where there is no bar": async (person) => {
      await person.svc("click", ...at(person, ...BAR.nothing));
      expect(person.tree()).toContain("Nothing picked");
    },
    "takes the tooltip away by leaving the chart": async (person) => {
      await person.svc("hover", ...at(person, ...BAR.applesOfFebruary));
      await person.svc("hover", "900", "600");
      await person.holds("tooltip()", []);
    },
  },
);
