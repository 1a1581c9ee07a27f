/** Data that a view reads again every few seconds while a person looks at it. */
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
  /** Why the first read failed. */
  error: Error | undefined;
  /** Reads now. Errors: those of the read. */
  reload(): Promise<void>;
  /** Reads one page more than before. Errors: those of the read. */
  more(): Promise<void>;
  /** Starts again after the first read failed. */
  retry(): void;
}

/**
 * Reads now, whenever one of `inputs` changes, and every `everyMs`. `load` gets how many pages to read: 1 until `more` is called.
 * An answer that comes after a later one is dropped. When a later read fails, the data stays and the page tells it.
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
  const asked = useRef(0);
  const hasData = useRef(false);
  const reload = useCallback(async () => {
    const mine = ++asked.current;
    const data = await newest.current(pages.current);
    if (mine !== asked.current) return;
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
      asked.current++;
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

/** Calls `read` again and again until the returned function is called. `failed` returns whether to go on after an error. */
function poll(read: () => Promise<void>, failed: (error: Error) => boolean, everyMs: number): () => void {
  const server = connection();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const goesOnAfter = (error: unknown) => {
    if (isRefusedKey(error)) signOut(WHY_REFUSED);
    else if (failed(error as Error)) {
      server.fails(error as Error);
      return true;
    }
    return false;
  };
  const look = async (isDue: boolean) => {
    const goesOn = await (isDue ? read() : Promise.resolve())
      .then(() => server.works())
      .then(
        () => everyMs !== NEVER,
        (error: unknown) => !isStopped && goesOnAfter(error),
      );
    if (goesOn && !isStopped) timer = setTimeout(() => void look(isWatched()), everyMs);
  };
  void look(true);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    server.end();
  };
}

/** False while a person answers a dialog or marks a text to copy it: then nothing moves. */
function isWatched(): boolean {
  const isHeld = document.querySelector("dialog[open]") !== null || getSelection()?.isCollapsed === false;
  return document.visibilityState === "visible" && !isHeld;
}
