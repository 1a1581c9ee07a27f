/** A stacked bar chart over time. It is hidden from screen readers, so show the same numbers in a table below it. */

export interface Bar {
  label: string;
  /** One value for each series. */
  parts: readonly number[];
}

export interface ChartProps {
  title: string;
  series: readonly string[];
  bars: readonly Bar[];
  format(value: number): string;
}

/** Height of the view box. Each bar is one unit wide, and the image is stretched to its element. */
const HEIGHT = 100;

/** Width of a bar in units. */
const BAR_WIDTH = 0.8;

/** Labels are HTML beside the SVG, because text in the stretched SVG would be distorted. */
export function Chart({ title, series, bars, format }: ChartProps) {
  const top = roundedUp(Math.max(...bars.map(({ parts }) => sum(parts))));
  return (
    <figure class="chart" role="img" aria-label={`${title}. The table below has the numbers.`}>
      <div class="scale">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, HEIGHT / 2].map((y) => (
          <line key={y} x1={0} x2={bars.length} y1={y} y2={y} />
        ))}
        {bars.map((bar, n) => (
          <Column key={bar.label} {...{ bar, n, top, series, format }} />
        ))}
      </svg>
      <div class="days">
        <span>{bars[0]?.label}</span>
        <span>{bars[Math.floor((bars.length - 1) / 2)]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      {series.length > 1 && (
        <div class="legend">
          {series.map((name, n) => (
            <span key={name} class={`series-${n}`}>
              {name}
            </span>
          ))}
        </div>
      )}
    </figure>
  );
}

interface ColumnProps extends Pick<ChartProps, "series" | "format"> {
  bar: Bar;
  /** Index of the bar. */
  n: number;
  /** Value at the top of the chart. */
  top: number;
}

function Column({ bar: { label, parts }, n, top, series, format }: ColumnProps) {
  const heights = parts.map((value) => (value / top) * HEIGHT);
  return (
    <g>
      <title>{`${label}: ${format(sum(parts))}`}</title>
      {/* The full-height rectangle shows the title also above a low bar. */}
      <rect x={n} y={0} width={1} height={HEIGHT} class="hover" />
      {series.map((name, part) => {
        const at = { x: n + (1 - BAR_WIDTH) / 2, y: HEIGHT - sum(heights.slice(0, part + 1)) };
        return <rect key={name} {...at} width={BAR_WIDTH} height={heights[part]} class={`series-${part}`} />;
      })}
    </g>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Rounds up to a number that is readable also when halved. */
function roundedUp(value: number): number {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => value <= step * unit * (1 + 1e-9)) ?? 10);
}
