import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "AG Grid",
  { entry: "aggrid.ts" },
  {
    "sorts by a header, up and then down": async ({ svc, holds }) => {
      await svc("click", { columnheader: "Price" });
      await holds("shown()[0].price", 10_000);
      await svc("click", { columnheader: /Price/ });
      await holds("shown()[0].price", 58_436);
    },
    "filters a column by a text": async ({ svc, holds, tree }) => {
      await svc("hover", { columnheader: "Make" });
      await svc("click", { any: /filter-button/, nth: 0 });
      await svc("input", { textbox: /Filter Value/i }, "skoda");
      await svc("keys", "Enter");
      await holds("shown().length", 12);
      expect(tree()).not.toContain("Porsche");
    },
    "filters by a number and an operator": async ({ svc, holds }) => {
      await svc("click", { any: /filter-button/, nth: 2 });
      await svc("click", { combobox: /operator/i, nth: 0 });
      await svc("click", { option: "Greater than" });
      await svc("input", { spinbutton: /Filter Value/i }, "50000", "--enter");
      await holds("shown().every(({ price }) => price > 50000) && shown().length > 0", true);
    },
    "edits a cell": async ({ svc, holds }) => {
      await svc("dblclick", { gridcell: "M01" });
      await svc("input", { textbox: /.*/, state: "focused" }, "Fiesta");
      await svc("keys", "Enter");
      await holds("rows[1].model", "Fiesta");
    },
    "edits a cell and moves on with Tab": async ({ svc, holds }) => {
      await svc("dblclick", { gridcell: "M01" });
      await svc("type", "X");
      await svc("keys", "Tab");
      await svc("input", { any: /.*/, state: "focused", nth: 0 }, "4711");
      await svc("keys", "Enter");
      await holds("[rows[1].model.includes('X'), rows[1].price]", [true, 4711]);
    },
    "cancels an edit": async ({ svc, holds }) => {
      await svc("dblclick", { gridcell: "M02" });
      await svc("input", { textbox: /.*/, state: "focused" }, "Wrong");
      await svc("keys", "Escape");
      await holds("rows[2].model", "M02");
    },
    "chooses from the list of a cell": async ({ svc, holds }) => {
      await svc("dblclick", { gridcell: "blue", nth: 0 });
      await svc("click", { combobox: /.*/, state: "focused" });
      await svc("click", { option: "green" });
      await holds("rows[1].color", "green");
    },
    "selects rows, and all of them": async ({ svc, holds, find }) => {
      await svc("check", { checkbox: /row/i, nth: 1 });
      await holds("api.getSelectedRows().length", 1);
      await svc("click", { checkbox: /header selection/i });
      await holds("api.getSelectedRows().length", 60);
      expect(find({ checkbox: /header selection/i }).states).toContain("checked");
    },
    "goes to the next page and to the last": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Next Page" });
      await holds("api.paginationGetCurrentPage()", 1);
      expect(tree()).toContain("M20");
      expect(tree()).not.toContain("M07");
      await svc("click", { button: "Last Page" });
      expect(tree()).toContain("41 to 60 of 60");
    },
    "changes the size of the page": async ({ svc, holds, tree }) => {
      await svc("click", { combobox: "Page Size" });
      await svc("click", { option: "50" });
      await holds("api.paginationGetPageSize()", 50);
      expect(tree()).toContain("1 to 50 of 60");
    },
    "scrolls down in the grid and edits a row there": async ({ svc, holds }) => {
      await svc("scroll", "down", "--in", { gridcell: "M01" }, "--until", "M18");
      await svc("dblclick", { gridcell: "M18" });
      await svc("input", { textbox: /.*/, state: "focused" }, "Last");
      await svc("keys", "Enter");
      await holds("rows[18].model", "Last");
    },
    "moves a column before another": async ({ svc, holds }) => {
      await svc("drag", { columnheader: "Color" }, { columnheader: "Make" });
      await holds("api.getAllDisplayedColumns().map((one) => one.getColId()).filter((one) => !one.startsWith('ag-'))", [
        "color",
        "make",
        "model",
        "price",
      ]);
    },
  },
);
