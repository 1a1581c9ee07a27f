/** Data that a view reads again every few seconds while it is visible. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isRefusedKey } from "../api/client.ts";
import { signOut, WHY_REFUSED } from "../app/account.ts";
import { connection } from "../app/connection.ts";

const EVERY_MS = 3_000;

/** Reads once. */
export const NEVER = Number.POSITIVE_INFINITY;

export interface Polled<T> {
  /** The newest answer; undefined until the first one. */
  data: T | undefined;
  /** Error of the first read. */
  error: Error | undefined;
  /** Reads now. Errors: as `load`. */
  reload(): Promise<void>;
  /** Reads one more page. Errors: as `load`. */
  more(): Promise<void>;
  /** Reads again after the first read failed. */
  retry(): void;
}

/**
 * Reads now, whenever one of `inputs` changes, and every `everyMs`. `load` gets how many pages to read: 1 until `more` is called.
 * An answer that arrives after a newer one is dropped. If a later read fails, the data stays and the page shows a message.
 */
export function usePolled<T>(
  load: (pages: number) => Promise<T>,
  inputs: readonly unknown[] = [],
  everyMs = EVERY_MS,
): Polled<T> {
  const [state, setState] = useState<{ data?: T; error?: Error }>({});
  const [attempt, setAttempt] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  const pages = useRef(1);
  const latest = useRef(0);
  const hasData = useRef(false);
  const reload = useCallback(async () => {
    const request = ++latest.current;
    const data = await newest.current(pages.current);
    if (request !== latest.current) return;
    hasData.current = true;
    setState({ data });
  }, []);
  useEffect(() => {
    pages.current = 1;
    const failed = (error: Error) => {
      if (!hasData.current) setState({ error });
      return hasData.current;
    };
    const stop = poll(reload, failed, everyMs);
    return () => {
      latest.current++;
      stop();
    };
  }, [...inputs, attempt]);
  const more = () => {
    pages.current++;
    return reload();
  };
  const retry = () => {
    setState({});
    setAttempt(attempt + 1);
  };
  return { data: state.data, error: state.error, reload, more, retry };
}

/** Calls `read` repeatedly until the returned function is called. `failed` returns whether to continue after an error. */
function poll(read: () => Promise<void>, failed: (error: Error) => boolean, everyMs: number): () => void {
  const server = connection();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const continuesAfter = (error: unknown) => {
    if (isRefusedKey(error)) signOut(WHY_REFUSED);
    else if (failed(error as Error)) {
      server.fails(error as Error);
      return true;
    }
    return false;
  };
  const tick = async (isDue: boolean) => {
    const continues = await (isDue ? read() : Promise.resolve())
      .then(() => server.works())
      .then(
        () => everyMs !== NEVER,
        (error: unknown) => !isStopped && continuesAfter(error),
      );
    if (continues && !isStopped) timer = setTimeout(() => void tick(isWatched()), everyMs);
  };
  void tick(true);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    server.end();
  };
}

/** False while the page is hidden, a dialog is open or a text is selected, so that nothing moves then. */
function isWatched(): boolean {
  const isInUse = document.querySelector("dialog[open]") !== null || getSelection()?.isCollapsed === false;
  return document.visibilityState === "visible" && !isInUse;
}
