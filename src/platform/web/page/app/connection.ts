/** Tells at the top of the page that the server does not answer the views that read it again and again. */
import { Store } from "../hooks/store.ts";

/** Empty while every reader gets its answers. */
export const trouble = new Store("");

/** One reader of the server. */
export interface Connection {
  works(): void;
  fails(error: Error): void;
  /** The reader is gone, and its trouble with it. */
  end(): void;
}

const failing = new Map<Connection, string>();

export function connection(): Connection {
  const tell = () => trouble.set([...failing.values()][0] ?? "");
  const works = () => {
    failing.delete(mine);
    tell();
  };
  const mine: Connection = {
    works,
    fails: ({ message }) => {
      failing.set(mine, `${message} The data below may be outdated. Trying again…`);
      tell();
    },
    end: works,
  };
  return mine;
}
