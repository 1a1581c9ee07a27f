/** The known word most similar to a mistyped one, or undefined if none is similar enough. */
export function suggestion(typed: string, known: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const scored = known
    .map((word) => ({ word, cost: distance(lower, word.toLowerCase()) }))
    .sort((a, b) => a.cost - b.cost);
  const best = scored[0];
  return best && best.cost <= Math.max(1, Math.floor(lower.length / 3)) ? best.word : undefined;
}

/** Damerau-Levenshtein distance (optimal string alignment); infinite if the lengths differ by more than 4. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? Number.POSITIVE_INFINITY;
}
