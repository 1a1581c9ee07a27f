import { expect } from "bun:test";
import { type Driver, widgets } from "./matrix.ts";

/** Converts coordinates in the chart to coordinates in the window. */
function at({ find }: Driver, x: number, y: number): [string, string] {
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
    "reads the tooltip of a bar": async (driver) => {
      await driver.svc("hover", ...at(driver, ...BAR.applesOfFebruary));
      await driver.holds("tooltip()", ["February", "Apples: 9"]);
    },
    "moves from the tooltip of one bar to that of another": async (driver) => {
      await driver.svc("hover", ...at(driver, ...BAR.applesOfFebruary));
      await driver.svc("hover", ...at(driver, ...BAR.pearsOfMarch));
      await driver.holds("tooltip()", ["March", "Pears: 7"]);
    },
    "hides a data set by its legend": async (driver) => {
      await driver.svc("click", ...at(driver, ...LEGEND.pears));
      await driver.holds("visible()", [true, false]);
    },
    "shows a hidden data set again": async (driver) => {
      await driver.svc("click", ...at(driver, ...LEGEND.apples));
      await driver.svc("click", ...at(driver, ...LEGEND.apples));
      await driver.holds("visible()", [true, true]);
    },
    "clicks a bar and reads the result": async (driver) => {
      await driver.svc("click", ...at(driver, ...BAR.pearsOfMarch));
      expect(driver.tree()).toContain("Picked Pears of March");
    },
    "clicks beside the bars and reads the result": async (driver) => {
      await driver.svc("click", ...at(driver, ...BAR.nothing));
      expect(driver.tree()).toContain("Nothing picked");
    },
    "hides the tooltip by leaving the chart": async (driver) => {
      await driver.svc("hover", ...at(driver, ...BAR.applesOfFebruary));
      await driver.svc("hover", "900", "600");
      await driver.holds("tooltip()", []);
    },
  },
);
