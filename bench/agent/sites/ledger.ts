/** A small spreadsheet that is worked by the keyboard: cells are chosen, typed into and left by Enter. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, keys, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  cells: Record<string, string>;
}

const START: Record<string, string> = {
  A1: "Item",
  B1: "Plan",
  C1: "Actual",
  A2: "Rent",
  B2: "900",
  C2: "900",
  A3: "Power",
  B3: "80",
  C3: "",
  A4: "Food",
  B4: "350",
  C4: "412",
  A5: "Sum",
  B5: "=1330",
  C5: "",
};
const LOGIC = raw(`<script>
const cells = JSON.parse(document.querySelector("#cells").textContent), table = document.querySelector("table");
let at = "A1", editing;
const cellOf = (id) => document.getElementById(id);
const go = (id) => { cellOf(at).classList.remove("at"); if (cellOf(id)) at = id; cellOf(at).classList.add("at"); cellOf(at).setAttribute("aria-selected", true); table.setAttribute("aria-activedescendant", at); table.focus(); document.querySelector("#where").textContent = at + ": " + (cells[at] || "(empty)"); };
const leave = async () => { if (editing === undefined) return; cells[at] = editing; cellOf(at).textContent = editing; await post("/cell", { id: at, value: editing }); editing = undefined; };
table.onkeydown = async (event) => {
  const { key } = event, [column, row] = [at.charCodeAt(0), Number(at.slice(1))];
  const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Enter: [0, 1], Tab: [1, 0] }[key];
  if (step) { event.preventDefault(); await leave(); return go(String.fromCharCode(column + step[0]) + (row + step[1])); }
  if (key === "Escape") { editing = undefined; cellOf(at).textContent = cells[at]; return; }
  if (key === "Backspace") editing = (editing ?? cells[at]).slice(0, -1);
  else if (key.length === 1 && !event.ctrlKey) editing = (editing ?? "") + key;
  else return;
  event.preventDefault();
  cellOf(at).textContent = editing;
};
for (const cell of table.querySelectorAll("td")) cell.onmousedown = async (event) => { event.preventDefault(); await leave(); go(cell.id); };
go("A1");
</script>`);

function site(): Site<State> {
  const state: State = { cells: { ...START } };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Household",
          html`${POST}<script type="application/json" id="cells">${raw(JSON.stringify(state.cells))}</script><h1>Household, October</h1><p id="where" role="status"></p><table role="grid" tabindex="0" aria-label="Household">${[1, 2, 3, 4, 5].map((row) => html`<tr role="row">${["A", "B", "C"].map((column) => html`<td role="gridcell" id="${column}${row}" title="${column}${row}">${state.cells[`${column}${row}`]}</td>`)}</tr>`)}</table>${LOGIC}`,
          { style: "td{border:1px solid #bbb;width:8em;height:1.8em;font:14px monospace}.at{outline:2px solid #06c}" },
        ),
      "POST /cell": ({ form }) => {
        state.cells[form.id ?? ""] = form.value ?? "";
        return {};
      },
    },
  };
}

export const tasks: readonly Task[] = [
  task<State>({
    name: "ledger-keyboard-grid",
    kind: "editing",
    words: "In the column Actual enter 76 for power, and 1388 as the sum. Change nothing else.",
    site,
    check: ({ cells }) => differs("cells", cells, { ...START, C3: "76", C5: "1388" }),
    wrong: [
      (state) => {
        state.cells.B3 = "76";
        state.cells.C5 = "1388";
      },
      (state) => {
        state.cells.C3 = "76";
      },
    ],
    oracle: [
      look(),
      clickOn("C3"),
      [call("type", { text: "76" }), keys("Enter")],
      [keys("ArrowDown"), call("type", { text: "1388" }), keys("Enter")],
      look(),
      done("Power is 76, the sum is 1388.", "1388"),
    ],
  }),
];
