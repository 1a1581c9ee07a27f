/**
 * Bars over time, each of several parts. The bars are a picture that is stretched to its place; words stand beside it, so that
 * they are as large as others. A table with the same numbers belongs below: this is for the eye alone.
 */
import { h } from "./dom.ts";

export interface Bar {
  label: string;
  /** As many as there are series. */
  parts: readonly number[];
}

export interface ChartSetup {
  title: string;
  series: readonly string[];
  bars: readonly Bar[];
  told(value: number): string;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(tag: string, attributes: Record<string, string | number>, ...children: Node[]): Element {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Units of the picture: one for each bar, and so many up. */
const HIGH = 100;

/** Of the room of a bar. */
const WIDE = 0.8;

export function chart({ title, series, bars, told }: ChartSetup): HTMLElement {
  const top = roundedUp(Math.max(...bars.map(({ parts }) => sum(parts))));
  const size = { viewBox: `0 0 ${Math.max(1, bars.length)} ${HIGH}`, preserveAspectRatio: "none" };
  const lines = [0, HIGH / 2].map((y) => svg("line", { x1: 0, x2: bars.length, y1: y, y2: y }));
  const columns = bars.map((bar, n) => column(bar, n, top, told));
  const labels = [bars[0], bars[Math.floor((bars.length - 1) / 2)], bars.at(-1)].map((bar) => bar?.label ?? "");
  return h(
    "figure",
    { className: "chart", role: "img", "aria-label": `${title}. The table below has the numbers.` },
    h("div", { className: "scale" }, ...[top, top / 2, 0].map((value) => h("span", {}, told(value)))),
    svg("svg", { ...size, "aria-hidden": "true" }, ...lines, ...columns) as unknown as HTMLElement,
    h("div", { className: "days" }, ...labels.map((text) => h("span", {}, text))),
    series.length > 1 &&
      h("div", { className: "legend" }, ...series.map((name, n) => h("span", { className: `series-${n}` }, name))),
  );
}

function column({ label, parts }: Bar, n: number, top: number, told: (value: number) => string): Element {
  let y = HIGH;
  const rects = parts.map((value, part) => {
    const height = (value / top) * HIGH;
    y -= height;
    return svg("rect", { x: n + (1 - WIDE) / 2, y, width: WIDE, height, class: `series-${part}` });
  });
  const title = svg("title", {});
  title.textContent = `${label}: ${told(sum(parts))}`;
  // The whole room of a bar tells, also where the bar is low.
  return svg("g", {}, title, svg("rect", { x: n, y: 0, width: 1, height: HIGH, class: "room" }), ...rects);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A number that can be halved and is still easily read. */
function roundedUp(value: number): number {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => value <= step * unit * (1 + 1e-9)) ?? 10);
}
