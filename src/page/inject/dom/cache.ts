/** Caches results during one synchronous read of the frame. No script of the page runs meanwhile, so results stay valid. */

const memories: Map<unknown, unknown>[] = [];
let isLooking = false;

/** Runs `work` with caching enabled. `work` must be synchronous. */
export function withCache<T>(work: () => T): T {
  isLooking = true;
  try {
    return work();
  } finally {
    isLooking = false;
    for (const known of memories) known.clear();
  }
}

/** Wraps `find` so that it runs once for each key during a read. */
export function cached<K, V extends NonNullable<unknown>>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  memories.push(known);
  return (key) => {
    if (!isLooking) return find(key);
    let value = known.get(key);
    if (value === undefined) {
      value = find(key);
      known.set(key, value);
    }
    return value;
  };
}
