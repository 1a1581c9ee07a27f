/** Tables, lists and their empty states. */
import type { ComponentChildren } from "preact";
import type { Found } from "../api/pages.ts";
import type { Polled } from "../hooks/polled.ts";
import { Action, Copy } from "./action.tsx";

/** The header of a column and a cell for an item. The header is empty for the last column if it contains buttons. */
export type Column<T> = readonly [head: string, cell: (item: T) => ComponentChildren];

export interface TableProps<T> {
  items: readonly T[];
  columns: readonly Column<T>[];
  /** A unique key for an item, so that its row stays the same when the list changes. */
  keyOf(item: T): string;
  /** Shown instead of an empty table. */
  none: ComponentChildren;
}

/**
 * Roles are explicit: on a narrow screen CSS shows cells as blocks, and browsers would no longer expose the elements as a
 * table.
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

/** A table on a card with a button that reads one more page. */
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

/** Shown for an empty list: what to do, and the command that does it. */
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
