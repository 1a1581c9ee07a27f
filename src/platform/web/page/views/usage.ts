/** What was used and what it cost: by day, by model and by session, beside what may still be spent. */
import { session } from "../agents.ts";
import {
  type Account,
  account,
  type Counts,
  costly,
  daysOf,
  ledger,
  PERIODS,
  type Period,
  periodOf,
  type Used,
  usage,
} from "../billing.ts";
import { chart } from "../chart.ts";
import { button, type Child, h, redraw, top } from "../dom.ts";
import { short } from "../format.ts";
import { List } from "../list.ts";
import { dollars, MEASURES, megabytes, minutes } from "../measures.ts";
import { act, fail } from "../notices.ts";
import { empty, table } from "../table.ts";
import { watched } from "../view.ts";

/** As it was left, for whoever comes back. */
const chosen = { period: "30", measure: "" };

/** Sums over a long ledger cost the server more than what other pages ask for. */
const LOOK_MS = 30_000;

const NUMBERS = ["Cost", "Tokens", "Browser time", "Proxy traffic"] as const;

export async function usageView(): Promise<HTMLElement> {
  const cards = h("div", { className: "cards" });
  const days = h("div", { className: "card" });
  const models = h("div", { className: "card" });
  const titles = new Map<string, string | undefined>();
  const list: List<Used> = new List<Used>({
    load: async (pages) => {
      const found = await costly(periodOf(chosen.period), pages);
      await learn(titles, found.items);
      return found;
    },
    heads: ["Session", ...NUMBERS],
    row: (one) => [sessionLink(one.group, titles), ...numbers(one)],
    none: () =>
      empty("No session cost anything", "Sessions of this period are listed here, those that cost most first."),
  });
  let shown = "";
  const draw = async () => {
    const name = chosen.period;
    const period = periodOf(name);
    const [held, byDay, byModel] = await Promise.all([account(), usage("day", period), usage("model", period)]);
    if (name !== chosen.period) return;
    const now = JSON.stringify([held, byDay, byModel, chosen]);
    if (now === shown) return;
    shown = now;
    redraw(cards, ...cardsOf(held, byDay.totals));
    redraw(days, ...overTime(period, byDay.items, byDay.totals, () => void draw().catch(fail)));
    redraw(models, h("h2", {}, "By model"), modelTable(byModel.items));
  };
  await watched(async () => void (await Promise.all([list.draw(), draw()])), LOOK_MS);
  const again = () => void Promise.all([list.again(), draw()]).catch(fail);
  return h(
    "div",
    {},
    top("Usage", h("span", { className: "soft" }, "Days are those of UTC."), periodField(again), exportButton()),
    cards,
    days,
    models,
    h("h2", {}, "Sessions by cost"),
    list.element,
  );
}

function periodField(changed: () => void): HTMLElement {
  const options = Object.entries(PERIODS).map(([value, name]) =>
    h("option", { value, selected: value === chosen.period }, name),
  );
  const field = h("select", { "aria-label": "Period", className: "narrow" }, options);
  field.onchange = () => {
    chosen.period = field.value;
    changed();
  };
  return field;
}

function exportButton(): HTMLElement {
  return button(
    "Export as CSV",
    "quiet",
    act(async () => {
      const period = periodOf(chosen.period);
      const address = URL.createObjectURL(await ledger(period));
      h("a", { href: address, download: `ledger-${period.from}-${period.to}.csv` }).click();
      // The browser has begun to read it by then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    }),
  );
}

function cardsOf({ planInfo, ...held }: Account, totals: Counts): HTMLElement[] {
  return [
    card("Cost", dollars(totals.totalCostUsd), `Language models ${dollars(totals.llmCostUsd)}`),
    card("May still be spent", held.isUnlimited ? "Any amount" : dollars(held.totalCreditsBalanceUsd), limits(held)),
    card(
      "Plan",
      planInfo.planName,
      held.rateLimit === 0 ? "" : `${held.rateLimit.toLocaleString()} requests a minute with each key`,
    ),
    card("Browser time", minutes(totals.browserMinutes), `Through proxies ${megabytes(totals.proxyUsedMb)}`),
  ];
}

/** Where a limit is not set the API says 0. */
function limits({ isUnlimited, ...held }: Omit<Account, "planInfo">): string {
  if (isUnlimited) return "No limit is set";
  const month = held.monthlyCreditsBalanceUsd > 0 && `${dollars(held.monthlyCreditsBalanceUsd)} of the month's budget`;
  const credits = held.additionalCreditsBalanceUsd > 0 && `${dollars(held.additionalCreditsBalanceUsd)} of the credits`;
  const told = [month, credits].filter((one) => one !== false);
  return told.length > 0 ? `Left: ${told.join(", ")}` : "Nothing is left";
}

function card(name: string, value: string, below: string): HTMLElement {
  return h(
    "div",
    { className: "card" },
    h("div", { className: "soft" }, name),
    h("div", { className: value.length > 14 ? "number long" : "number" }, value),
    h("small", { className: "soft" }, below),
  );
}

/** The chart with the choice of what it shows, and the same numbers as a table. */
function overTime(period: Period, items: Used[], totals: Counts, changed: () => void): HTMLElement[] {
  const key = chosen.measure || (Number(totals.totalCostUsd) > 0 ? "cost" : "minutes");
  const measure = MEASURES[key];
  if (items.length === 0 || !measure) return [NOTHING()];
  const options = Object.entries(MEASURES).map(([value, { name }]) =>
    h("option", { value, selected: value === key }, name),
  );
  const field = h("select", { "aria-label": "What the chart shows", className: "narrow" }, options);
  field.onchange = () => {
    chosen.measure = field.value;
    changed();
  };
  const found = new Map(items.map((one) => [one.group, one]));
  const none = measure.series.map(() => 0);
  const bars = daysOf(period).map((label) => {
    const used = found.get(label);
    return { label, parts: used ? measure.parts(used) : none };
  });
  const { name, series, told } = measure;
  const rows = items.toReversed().map((one) => [one.group, ...numbers(one)]);
  return [
    h("div", { className: "top" }, h("h2", {}, "By day"), field),
    chart({ title: `${name} by day`, series, bars, told }),
    h("details", {}, h("summary", {}, "The same as a table"), table(["Day", ...NUMBERS], rows, "")),
  ];
}

const NOTHING = () =>
  empty(
    "Nothing was used in this period",
    "Sessions and browsers are counted here as they run. Start one, or choose another period above:",
    `svc cloud v3 POST /sessions '{"task": "Read the headlines of example.com"}'`,
  );

function modelTable(items: Used[]): HTMLElement {
  const rows = items.map((one) => [
    one.group ?? h("span", { className: "soft" }, "No model: browsers, traffic"),
    ...numbers(one),
  ]);
  return table(["Model", ...NUMBERS], rows, "Nothing was used in this period.");
}

function numbers({ totalCostUsd, tokens, browserMinutes, proxyUsedMb }: Counts): Child[] {
  return [dollars(totalCostUsd), tokens.toLocaleString(), minutes(browserMinutes), megabytes(proxyUsedMb)];
}

/** What sessions are called, those that are new here. */
async function learn(titles: Map<string, string | undefined>, items: readonly Used[]): Promise<void> {
  const unknown = items.flatMap(({ group }) => (group === null || titles.has(group) ? [] : [group]));
  await Promise.all(
    unknown.map(async (id) => {
      // It may have been deleted.
      const found = await session(id).catch(() => undefined);
      titles.set(id, found && (found.title ?? `Session ${id.slice(0, 8)}`));
    }),
  );
}

function sessionLink(id: string | null, titles: ReadonlyMap<string, string | undefined>): Child {
  if (id === null) return h("span", { className: "soft" }, "Browsers without a session, purged sessions");
  const title = titles.get(id);
  return title === undefined
    ? h("span", {}, "Deleted session ", short(id))
    : h("a", { href: `#/sessions/${id}` }, title);
}
