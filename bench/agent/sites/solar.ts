/** A chart of bars in SVG whose values show in a tooltip under the pointer, for a device that is chosen above it. */
import { html, page, raw } from "../html.ts";
import { call, done, look, type Step } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"];
const ROOF = [112, 160, 248, 331, 402, 418, 431, 377];
const SHED = [31, 44, 71, 98, 120, 133, 129, 104];
const LOGIC = raw(`<script>
const data = ${JSON.stringify({ roof: ROOF, shed: SHED })}, months = ${JSON.stringify(MONTHS)};
const svg = document.querySelector("svg"), tip = document.querySelector("#tip");
const draw = () => {
  const values = data[document.querySelector("select").value];
  svg.innerHTML = values.map((kwh, n) => "<rect role=img aria-label=" + months[n] + " x=" + (n * 60 + 10) + " y=" + (220 - kwh / 2) + " width=40 height=" + kwh / 2 + " fill=orange></rect>").join("");
  [...svg.children].forEach((bar, n) => {
    bar.onmouseenter = () => { tip.textContent = months[n] + ": " + values[n] + " kWh"; tip.hidden = false; };
    bar.onmouseleave = () => (tip.hidden = true);
  });
};
document.querySelector("select").onchange = draw;
draw();
</script>`);

function site(): Site<object> {
  return {
    state: {},
    routes: {
      "GET /": () =>
        page(
          "Solar yield",
          html`<h1>Solar yield 2026</h1><label>Device <select><option value="roof">Roof</option><option value="shed">Shed</option></select></label><p id="tip" role="tooltip" hidden></p><svg width="500" height="220" role="group" aria-label="Yield by month"></svg>${LOGIC}`,
          {
            style:
              "body{font:14px sans-serif}#tip:not([hidden]){position:absolute;right:2em;top:1em;background:#333;color:#fff;padding:.5em}",
          },
        ),
    },
  };
}

const hover =
  (month: string): Step =>
  (seen) =>
    call("hover", { index: seen.index(month) });

export const tasks: readonly Task[] = [
  task<object>({
    name: "solar-chart-tooltips",
    kind: "widgets",
    words: "How many kWh did the shed yield in May and in June together?",
    schema: { type: "object", properties: { kwh: { type: "number" } }, required: ["kwh"] },
    site,
    check: (_, output) => differs("answer", output, { kwh: 253 }),
    wrong: [() => ({ kwh: 820 }), () => ({ kwh: 262 })],
    oracle: [
      look(),
      call("select", { label: "Device", values: ["Shed"] }),
      look(),
      hover("May"),
      hover("Jun"),
      call("script", { code: "return 120 + 133" }),
      done({ kwh: 253 }, "May: 120 kWh, Jun: 133 kWh"),
    ],
  }),
];
