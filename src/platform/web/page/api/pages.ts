/** The first pages of a list, read together. */

export interface Found<T> {
  items: T[];
  /** Number of items on all pages, if the server counts them. */
  totalItems?: number;
  hasMore: boolean;
}

/** Items of one page; the API's maximum. */
const PAGE_SIZE = 100;

/** Reads the first `pages` pages of a list whose pages have numbers. */
export async function numbered<T extends { id: string }>(
  pages: number,
  load: (page: { pageSize: number; pageNumber: number }) => Promise<{ items: T[]; totalItems: number }>,
): Promise<Found<T>> {
  const numbers = Array.from({ length: pages }, (_, n) => n + 1);
  const found = await Promise.all(numbers.map((pageNumber) => load({ pageSize: PAGE_SIZE, pageNumber })));
  // A new item moves others to the next page, so an item may be read twice.
  const items = [...new Map(found.flatMap((page) => page.items).map((one) => [one.id, one])).values()];
  const totalItems = found[0]?.totalItems ?? 0;
  return { items, totalItems, hasMore: items.length < totalItems };
}

/** Reads the first `pages` pages of a list whose pages have cursors. */
export async function byCursor<P extends { nextCursor: string | null }>(
  pages: number,
  load: (page: { limit: number; cursor?: string }) => Promise<P>,
): Promise<{ answers: P[]; hasMore: boolean }> {
  const answers: P[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages && (page === 0 || cursor !== null); page++) {
    const answer: P = await load({ limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) });
    answers.push(answer);
    cursor = answer.nextCursor;
  }
  return { answers, hasMore: cursor !== null };
}
