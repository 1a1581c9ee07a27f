/** Usage by day: a chart of one measure, and the same numbers as a table. */
import type { UsageItem, UsageTotals } from "../../api/v3.gen.ts";
import { Chart } from "../../components/chart.tsx";
import { Filter } from "../../components/fields.tsx";
import { type Column, Empty, Table } from "../../components/table.tsx";
import { Store, useStore } from "../../hooks/store.ts";
import { MEASURES, NUMBERS } from "./measures.ts";
import { daysOf, type Period } from "./period.ts";

/** Keeps the choice while other views are open; empty for the default. */
const chosen = new Store("");

interface ByDayProps {
  period: Period;
  items: readonly UsageItem[];
  totals: UsageTotals;
}

export function ByDay({ period, items, totals }: ByDayProps) {
  const key = useStore(chosen) || (Number(totals.totalCostUsd) > 0 ? "cost" : "minutes");
  const measure = MEASURES[key];
  if (items.length === 0 || !measure) return <div class="card">{NOTHING}</div>;
  const { name, series, format } = measure;
  const found = new Map(items.map((one) => [one.group, one]));
  const bars = daysOf(period).map((label) => {
    const used = found.get(label);
    return { label, parts: used ? measure.parts(used) : series.map(() => 0) };
  });
  return (
    <div class="card">
      <div class="top">
        <h2>By day</h2>
        <Filter
          label="Data of the chart"
          class="narrow"
          choices={CHOICES}
          chosen={key}
          choose={(one) => chosen.set(one)}
        />
      </div>
      <Chart title={`${name} by day`} {...{ series, bars, format }} />
      <details>
        <summary>Show as a table</summary>
        <Table items={items.toReversed()} columns={DAYS} keyOf={({ group }) => group ?? ""} none="" />
      </details>
    </div>
  );
}

const CHOICES = Object.entries(MEASURES).map(([value, { name }]) => [value, name] as const);

const DAYS: Column<UsageItem>[] = [["Day", ({ group }) => group], ...NUMBERS];

const NOTHING = (
  <Empty
    what="Nothing was used in this period"
    command={`svc cloud v3 POST /sessions '{"task": "Read the headlines of example.com"}'`}
  >
    Sessions and browsers are counted here as they run. Start one, or choose another period above:
  </Empty>
);
