/** A list that is looked at again and again: its table, how many there are, and a button for what is older. */
import { button, type Child, h, redraw } from "./dom.ts";
import { counted } from "./format.ts";
import { act } from "./notices.ts";
import { table } from "./table.ts";

export interface Found<T> {
  items: T[];
  /** Of all pages, where the server counts them. */
  totalItems?: number;
  hasMore: boolean;
}

export interface ListSetup<T> {
  /** The first pages, so many of them. */
  load(pages: number): Promise<Found<T>>;
  heads: readonly string[];
  row(item: T): Child[];
  /** What stands there while there is none. */
  none(): HTMLElement;
  /** `["workspace", "workspaces"]`, where their number is told. */
  noun?: readonly [one: string, several: string];
}

export class List<T> {
  readonly element: HTMLElement;
  /** How many there are, for the head of the page. */
  readonly count = h("span", { className: "soft" });
  readonly #setup: ListSetup<T>;
  readonly #card = h("div", { className: "card" });
  readonly #more = h("p", { className: "more" });
  #pages = 1;
  #asked = 0;
  #shown = "";

  constructor(setup: ListSetup<T>) {
    this.#setup = setup;
    this.element = h("div", {}, this.#card, this.#more);
  }

  /** Looks, and draws what is another than before. An answer that comes after a later one counts for nothing. */
  async draw(): Promise<void> {
    const mine = ++this.#asked;
    const found = await this.#setup.load(this.#pages);
    const now = JSON.stringify(found);
    if (mine !== this.#asked || now === this.#shown) return;
    this.#shown = now;
    const { heads, row, none, noun } = this.#setup;
    redraw(this.#card, table(heads, found.items.map(row), none()));
    if (noun && found.totalItems !== undefined) this.count.textContent = counted(found.totalItems, ...noun);
    redraw(
      this.#more,
      ...(found.hasMore
        ? [
            button(
              "Show more",
              "quiet",
              act(() => this.#next()),
              "Show more",
            ),
          ]
        : []),
    );
  }

  /** From the first page on: something else is looked for. */
  async again(): Promise<void> {
    this.#pages = 1;
    await this.draw();
  }

  async #next(): Promise<void> {
    this.#pages++;
    await this.draw();
  }
}
