/** The message at the top of the page while the server does not answer the views that poll it. */
import { Store } from "../hooks/store.ts";

/** Empty while every view gets its answers. */
export const trouble = new Store("");

/** Reports whether one view reaches the server. */
export interface Connection {
  works(): void;
  fails(error: Error): void;
  /** Removes the message of a view that is gone. */
  end(): void;
}

const failing = new Map<Connection, string>();

export function connection(): Connection {
  const update = () => trouble.set([...failing.values()][0] ?? "");
  const works = () => {
    failing.delete(own);
    update();
  };
  const own: Connection = {
    works,
    fails: ({ message }) => {
      failing.set(own, `${message} The data below may be outdated. Trying again…`);
      update();
    },
    end: works,
  };
  return own;
}
