import { useVirtualizer } from "@tanstack/react-virtual";
import { createElement as h, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

document.title = "Ten thousand rows";
const model = { opened: [] as string[], checked: [] as number[] };
Object.assign(globalThis, { model });
function Rows() {
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState("");
  const rows = useVirtualizer({
    count: 10_000,
    getScrollElement: () => box.current,
    estimateSize: () => 36,
    overscan: 5,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: 1_000,
    getScrollElement: () => wide.current,
    estimateSize: () => 90,
    overscan: 2,
  });
  const wide = useRef<HTMLDivElement>(null);
  return h(
    "main",
    null,
    h("h1", null, "Orders"),
    h("p", null, opened ? `Opened: ${opened}` : "Nothing opened"),
    h(
      "div",
      { ref: box, style: { height: 400, width: 480, overflow: "auto", border: "1px solid #999" } },
      h(
        "div",
        { style: { height: rows.getTotalSize(), position: "relative" } },
        rows.getVirtualItems().map((row) =>
          h(
            "div",
            {
              key: row.key,
              style: {
                position: "absolute",
                top: 0,
                left: 0,
                width: "100%",
                height: row.size,
                transform: `translateY(${row.start}px)`,
              },
            },
            h(
              "label",
              null,
              h("input", { type: "checkbox", onChange: () => model.checked.push(row.index) }),
              `Order ${row.index}`,
            ),
            " ",
            h(
              "button",
              {
                type: "button",
                onClick: () => {
                  model.opened.push(`Order ${row.index}`);
                  setOpened(`Order ${row.index}`);
                },
              },
              "Open",
            ),
          ),
        ),
      ),
    ),
    h("h2", null, "Months"),
    h(
      "div",
      { ref: wide, style: { width: 480, height: 60, overflow: "auto", border: "1px solid #999" } },
      h(
        "div",
        { style: { width: columns.getTotalSize(), height: "100%", position: "relative" } },
        columns.getVirtualItems().map((column) =>
          h(
            "button",
            {
              key: column.key,
              type: "button",
              onClick: () => setOpened(`Month ${column.index}`),
              style: {
                position: "absolute",
                left: 0,
                top: 0,
                width: column.size,
                transform: `translateX(${column.start}px)`,
              },
            },
            `Month ${column.index}`,
          ),
        ),
      ),
    ),
  );
}
createRoot(document.body.appendChild(document.createElement("div"))).render(h(Rows));
