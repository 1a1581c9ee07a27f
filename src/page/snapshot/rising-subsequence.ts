/** Positions of the longest increasing subsequence of `values`, in O(n log n). */
export function longestRise(values: readonly number[]): Set<number> {
  /** For each length, the position of the smallest value that ends a subsequence of that length. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [n, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? (ends[low - 1] as number) : -1);
    ends[low] = n;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) rise.add(at);
  return rise;
}
