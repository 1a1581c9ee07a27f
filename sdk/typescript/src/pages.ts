/** How a list continues: by page number, by cursor, or by the id of a row. */
export interface Paging {
  by: "number" | "cursor" | "id";
  /** The query parameter. */
  field: string;
  /** The member of the response that has the rows. */
  rows: string;
}

type Query = Readonly<Record<string, unknown>>;

/**
 * A list. `await` it to get one page, or iterate over it with `for await` to get all rows; further pages are loaded as needed.
 * Messages of a session are iterated from newest to oldest, or with `after` from oldest to newest.
 */
export class Pages<R extends object, T> implements PromiseLike<R>, AsyncIterable<T> {
  readonly #load: (query: Query) => Promise<R>;
  readonly #query: Query;
  readonly #paging: Paging;
  #first: Promise<R> | undefined;

  constructor(load: (query: Query) => Promise<R>, query: Query, paging: Paging) {
    this.#load = load;
    this.#query = query;
    this.#paging = paging;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page
  then<A = R, B = never>(
    fulfilled?: ((page: R) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#page().then(fulfilled, rejected);
  }

  /** Yields pages, starting with the requested one. */
  async *pages(): AsyncGenerator<R, void> {
    let page = await this.#page();
    let query: Query | undefined = this.#query;
    while (true) {
      yield page;
      query = this.#next(query, page);
      if (query === undefined) return;
      page = await this.#load(query);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    const { by } = this.#paging;
    for await (const page of this.pages()) {
      const rows = this.#rows(page);
      yield* by === "id" && this.#query.after === undefined ? rows.reverse() : rows;
    }
  }

  #page(): Promise<R> {
    this.#first ??= this.#load(this.#query);
    return this.#first;
  }

  #rows(page: R): T[] {
    return [...((page as Record<string, unknown>)[this.#paging.rows] as T[])];
  }

  /** The query of the next page; undefined after the last one. */
  #next(query: Query, page: R): Query | undefined {
    const { by, field } = this.#paging;
    const rows = this.#rows(page);
    const answer = page as Record<string, unknown>;
    if (by === "cursor")
      return answer.hasMore && answer.nextCursor ? { ...query, [field]: answer.nextCursor } : undefined;
    if (by === "number") {
      const number = Number(answer.pageNumber ?? answer.page);
      const total = Number(answer.totalItems ?? answer.total);
      return rows.length > 0 && number * Number(answer.pageSize) < total
        ? { ...query, [field]: number + 1 }
        : undefined;
    }
    const isForward = this.#query.after !== undefined;
    const edge = (isForward ? rows.at(-1) : rows[0]) as { id?: string } | undefined;
    if (!answer.hasMore || edge?.id === undefined) return undefined;
    return { ...query, [isForward ? "after" : "before"]: edge.id };
  }
}
