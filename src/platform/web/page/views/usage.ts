/** What was used in the last thirty days. */
import { type UsageDay, usage } from "../api.ts";
import { h } from "../dom.ts";
import { size, span } from "../format.ts";
import { table } from "../table.ts";

export async function usageView(): Promise<HTMLElement> {
  const { days } = await usage();
  const sum = (pick: (day: UsageDay) => number) => days.reduce((total, day) => total + pick(day), 0);
  const most = Math.max(1, ...days.map(({ browserSeconds }) => browserSeconds));
  const used = days.filter(({ browsers }) => browsers > 0).reverse();
  return h(
    "div",
    {},
    h(
      "div",
      { className: "top" },
      h("h1", {}, "Usage"),
      h("span", { className: "soft" }, `The last ${days.length} days`),
    ),
    h(
      "div",
      { className: "cards" },
      card("Browsers", String(sum(({ browsers }) => browsers))),
      card("Browser time", span(sum(({ browserSeconds }) => browserSeconds))),
      card("Through proxies", size(sum(({ proxyBytes }) => proxyBytes))),
    ),
    h(
      "div",
      { className: "card" },
      h("h2", {}, "Browser time a day"),
      // The table below says the same to whoever does not see it.
      h(
        "div",
        { className: "bars", "aria-hidden": "true" },
        days.map((day) => bar(day, most)),
      ),
    ),
    h(
      "div",
      { className: "card" },
      table(
        ["Day", "Browsers", "Browser time", "Through proxies"],
        used.map(({ day, browsers, browserSeconds, proxyBytes }) => [
          day,
          browsers,
          span(browserSeconds),
          size(proxyBytes),
        ]),
        "Nothing was used in these days.",
      ),
    ),
  );
}

function card(name: string, value: string): HTMLElement {
  return h(
    "div",
    { className: "card" },
    h("div", { className: "soft" }, name),
    h("div", { className: "number" }, value),
  );
}

function bar({ day, browserSeconds }: UsageDay, most: number): HTMLElement {
  const element = h("span", { title: `${day}: ${span(browserSeconds)}` });
  element.style.height = `${(browserSeconds / most) * 100}%`;
  return element;
}
