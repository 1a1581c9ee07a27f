/** What the pages of skills share: their tabs, filters, badges, and what a skill says of itself. */
import { h } from "../../dom.ts";
import { block } from "../../format.ts";
import {
  type AnySkill,
  CATEGORIES,
  categoryName,
  type Filter,
  isMade,
  type Skill,
  STATES,
  shown,
} from "../../skills.ts";
import { table } from "../../table.ts";

export const LISTS = [
  ["skills", "Own skills"],
  ["skills/market", "Marketplace"],
] as const;

/** Fields for words and category; `changed` is called a moment after the last change. */
export function filters(filter: Filter, changed: () => void): HTMLElement {
  const query = h("input", {
    type: "search",
    "aria-label": "Search skills",
    placeholder: "Search skills",
    value: filter.query,
    maxLength: 100,
  });
  const options = [["", "Any category"], ...CATEGORIES.map((one) => [one, categoryName(one)])];
  const category = h(
    "select",
    { "aria-label": "Category" },
    options.map(([value, name]) => h("option", { value, selected: value === filter.category }, name)),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    Object.assign(filter, { query: query.value.trim(), category: category.value });
    clearTimeout(timer);
    timer = setTimeout(changed, TYPING_MS);
  };
  query.oninput = read;
  category.onchange = read;
  return h("div", { className: "filters", role: "search" }, query, category);
}

/** Between two letters. */
const TYPING_MS = 250;

export function badge(skill: Skill): HTMLElement {
  const { status, isEnabled } = skill;
  if (status === "finished")
    return h("span", { className: `badge ${isEnabled ? "active" : ""}` }, isEnabled ? "ready" : "turned off");
  const kind = isMade(skill) ? "running" : status === "cancelled" ? "" : "failed";
  return h("span", { className: `badge ${kind}` }, STATES[status]);
}

export const categoryNames = ({ categories }: AnySkill) => categories.map(categoryName).join(", ");

/** Parameters and what comes of a run. */
export function shape({ parameters, outputSchema }: AnySkill): HTMLElement[] {
  const rows = parameters.map(({ name, type, required, description }) => [
    h("code", {}, name),
    type,
    required ? "yes" : "no",
    description ?? "",
  ]);
  return [
    h("h2", {}, "Parameters"),
    table(["Name", "Type", "Needed", "What it is"], rows, "It takes none."),
    h(
      "details",
      {},
      h("summary", {}, "JSON Schema of the output"),
      h("div", { className: "code" }, block(shown(outputSchema))),
    ),
  ];
}
