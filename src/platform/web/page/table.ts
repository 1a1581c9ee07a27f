/** Tables, and what stands in their place while there is nothing to list. */

import { copyButton } from "./dialog.ts";
import { type Child, h } from "./dom.ts";

/**
 * A table, or `none`. The head of the last column is empty where rows end with buttons. Roles are written out: on a narrow
 * screen each cell stands beneath the one before and tells itself what it is, by which browsers forget that it is a table.
 */
export function table(heads: readonly string[], rows: readonly Child[][], none: string | HTMLElement): HTMLElement {
  if (rows.length === 0) return typeof none === "string" ? h("p", { className: "empty" }, none) : none;
  const head = heads.map((text) =>
    h("th", { scope: "col", role: "columnheader" }, text || h("span", { className: "unseen" }, "Actions")),
  );
  const body = rows.map((cells) =>
    h(
      "tr",
      { role: "row" },
      cells.map((cell, n) =>
        h("td", { role: "cell", className: heads[n] === "" ? "actions" : "", "data-head": heads[n] }, cell),
      ),
    ),
  );
  return h(
    "table",
    { role: "table" },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head)),
    h("tbody", { role: "rowgroup" }, body),
  );
}

/** Says that there is nothing yet, what to do about it, and the command that does it. */
export function empty(what: string, next: string, command?: string): HTMLElement {
  return h(
    "div",
    { className: "empty" },
    h("p", {}, h("strong", {}, what)),
    h("p", {}, next),
    command !== undefined &&
      h("p", { className: "command" }, h("code", {}, command), copyButton("Copy", "the command", command)),
  );
}
