/** Tabs and filters of the two lists of skills. */

import type { SkillCategory } from "../../api/v2.gen.ts";
import { Filter, Search } from "../../components/fields.tsx";
import type { Store } from "../../hooks/store.ts";
import { CATEGORIES } from "./categories.ts";

export const LISTS = [
  ["skills", "Own skills"],
  ["skills/market", "Marketplace"],
] as const;

export interface Wanted {
  words: string;
  category: SkillCategory | "";
}

export const NO_FILTER: Wanted = { words: "", category: "" };

export const isFiltered = ({ words, category }: Wanted) => words !== "" || category !== "";

/** The filter as the query of a list. */
export const queryOf = ({ words, category }: Wanted) => ({
  ...(words && { query: words }),
  ...(category && { category }),
});

/** Delay after the last key press, in ms. */
const TYPING_MS = 250;

let typing: ReturnType<typeof setTimeout> | undefined;

/** Applies the search words after `TYPING_MS`. */
export function Filters({ filter }: { filter: Store<Wanted> }) {
  const want = (change: Partial<Wanted>) => filter.set({ ...filter.value, ...change });
  const search = (words: string) => {
    clearTimeout(typing);
    typing = setTimeout(() => want({ words: words.trim() }), TYPING_MS);
  };
  return (
    <search class="filters">
      <Search label="Search skills" words={filter.value.words} search={search} />
      <Filter
        label="Category"
        choices={[["", "Any category"], ...CATEGORIES]}
        chosen={filter.value.category}
        choose={(category) => want({ category: category as SkillCategory | "" })}
      />
    </search>
  );
}
