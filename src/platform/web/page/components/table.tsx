/** Tables and lists, and what stands in their place while they are empty. */
import type { ComponentChildren } from "preact";
import type { Found } from "../api/pages.ts";
import type { Polled } from "../hooks/polled.ts";
import { Action, Copy } from "./action.tsx";

/** The head of a column, and the cell of an item. The head of the last column is empty where rows end with buttons. */
export type Column<T> = readonly [head: string, cell: (item: T) => ComponentChildren];

export interface TableProps<T> {
  items: readonly T[];
  columns: readonly Column<T>[];
  /** What tells items apart, so that a row stays the same one while its list changes. */
  keyOf(item: T): string;
  /** Stands in the place of an empty table. */
  none: ComponentChildren;
}

/**
 * Roles are written out: on a narrow screen the cells of a row stand below each other, each with its head, and browsers no longer
 * take the elements for a table.
 */
export function Table<T>({ items, columns, keyOf, none }: TableProps<T>) {
  if (items.length === 0) return typeof none === "string" ? <p class="empty">{none}</p> : none;
  return (
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(([head]) => (
            <th key={head} scope="col" role="columnheader">
              {head || <span class="unseen">Actions</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {items.map((item) => (
          <tr key={keyOf(item)} role="row">
            {columns.map(([head, cell]) => (
              <td key={head} role="cell" class={head === "" ? "actions" : ""} data-head={head}>
                {cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table on a card, with a button below it that reads one page more. */
export function List<T>({
  found,
  more,
  ...table
}: Omit<TableProps<T>, "items"> & { found: Found<T>; more: Polled<T>["more"] }) {
  return (
    <div>
      <div class="card">
        <Table items={found.items} {...table} />
      </div>
      <p class="more">{found.hasMore && <Action words="Show more" run={more} />}</p>
    </div>
  );
}

/** Tells that there is nothing yet, what to do about it, and the command that does it. */
export function Empty({ what, command, children }: { what: string; command?: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <p>
        <strong>{what}</strong>
      </p>
      <p>{children}</p>
      {command !== undefined && (
        <p class="command">
          <code>{command}</code>
          <Copy text={command} of="the command" />
        </p>
      )}
    </div>
  );
}
