/** Bars over time, each of several parts. A table with the same numbers belongs below: this is for the eye alone. */

export interface Bar {
  label: string;
  /** As many as there are series. */
  parts: readonly number[];
}

export interface ChartProps {
  title: string;
  series: readonly string[];
  bars: readonly Bar[];
  told(value: number): string;
}

/** The picture is stretched to its place: a unit wide for each bar, and so many units high. */
const HIGH = 100;

/** Part of the width of a unit that a bar takes. */
const WIDE = 0.8;

/** The words stand beside the picture, which is stretched, so that they are as large as others. */
export function Chart({ title, series, bars, told }: ChartProps) {
  const top = roundedUp(Math.max(...bars.map(({ parts }) => sum(parts))));
  return (
    <figure class="chart" role="img" aria-label={`${title}. The table below has the numbers.`}>
      <div class="scale">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{told(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${Math.max(1, bars.length)} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
        {[0, HIGH / 2].map((y) => (
          <line key={y} x1={0} x2={bars.length} y1={y} y2={y} />
        ))}
        {bars.map((bar, n) => (
          <Column key={bar.label} {...{ bar, n, top, series, told }} />
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

interface ColumnProps extends Pick<ChartProps, "series" | "told"> {
  bar: Bar;
  /** Place of the bar, counted from 0. */
  n: number;
  /** Value at the top of the chart. */
  top: number;
}

function Column({ bar: { label, parts }, n, top, series, told }: ColumnProps) {
  const heights = parts.map((value) => (value / top) * HIGH);
  return (
    <g>
      <title>{`${label}: ${told(sum(parts))}`}</title>
      {/* The whole height shows the title, also where the bar is low. */}
      <rect x={n} y={0} width={1} height={HIGH} class="room" />
      {series.map((name, part) => {
        const at = { x: n + (1 - WIDE) / 2, y: HIGH - sum(heights.slice(0, part + 1)) };
        return <rect key={name} {...at} width={WIDE} height={heights[part]} class={`series-${part}`} />;
      })}
    </g>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A number that can be halved and is still easily read. */
function roundedUp(value: number): number {
  if (!(value > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => value <= step * unit * (1 + 1e-9)) ?? 10);
}
