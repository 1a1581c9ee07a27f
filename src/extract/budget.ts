/** Splits content into pages that fit a budget of estimated tokens. */

/** Conservative estimate: 2.3 to 3 characters a token in short lines, more in prose. */
export const CHARS_PER_TOKEN = 2.7;

/** Chinese, Japanese and Korean: one token or more per character. */
const WIDE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** The share of a budget, in characters, that a text takes. */
export function weightOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0) * (CHARS_PER_TOKEN - 1);
}

/** A page number and the number of pages. */
export interface ContentPart {
  page: number;
  pages: number;
}

export interface BudgetPage<T> {
  items: T[];
  /** Present when there are other pages. */
  cut?: ContentPart;
}

/**
 * Returns the items of one page, counted from 1. An item larger than the budget has a page of its own. After the last
 * page there are no items, and `cut` has the number of pages.
 */
export function pageOf<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  budgetChars: number,
  page: number,
): BudgetPage<T> {
  const pages: T[][] = [[]];
  let left = budgetChars;
  for (const item of items) {
    const size = sizeOf(item);
    let last = pages.at(-1) as T[];
    if (size > left && last.length > 0) {
      last = [];
      pages.push(last);
      left = budgetChars;
    }
    last.push(item);
    left -= size;
  }
  const chosen = pages[page - 1] ?? [];
  return pages.length === 1 && page === 1 ? { items: chosen } : { items: chosen, cut: { page, pages: pages.length } };
}

/** The lines of a text; lines longer than a page are split. */
export function linesOf(text: string, budgetChars: number): string[] {
  return text.split("\n").flatMap((line) => {
    const size = weightOf(line);
    if (size <= budgetChars) return line;
    const step = Math.max(1, Math.floor((budgetChars * line.length) / size));
    const pieces: string[] = [];
    for (let at = 0; at < line.length; ) {
      let end = Math.min(at + step, line.length);
      // Does not split surrogate pairs.
      if (end < line.length && /[\ud800-\udbff]/.test(line[end - 1] ?? "")) end++;
      pieces.push(line.slice(at, end));
      at = end;
    }
    return pieces;
  });
}
