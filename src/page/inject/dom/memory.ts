/** Remembers answers while a frame is looked at: no script of the page runs meanwhile, so that they hold until the look ends. */

const memories: Map<unknown, unknown>[] = [];
let isLooking = false;

/** Does the work of one look at the frame. It must not wait for anything. */
export function looking<T>(work: () => T): T {
  isLooking = true;
  try {
    return work();
  } finally {
    isLooking = false;
    for (const known of memories) known.clear();
  }
}

/** The same function, which is run once for each key during a look. */
export function remembering<K, V extends NonNullable<unknown>>(find: (key: K) => V): (key: K) => V {
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
