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
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) rows.push(nextRow(a, b, i, rows));
  return rows.at(-1)?.at(-1) ?? 0;
}

function nextRow(a: string, b: string, i: number, rows: readonly number[][]): number[] {
  const cost = (row: readonly number[] | undefined, j: number, plus: number) => (row?.[j] ?? 0) + plus;
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const isSame = a[i - 1] === b[j - 1];
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    row.push(
      Math.min(
        cost(rows[i - 1], j, 1),
        cost(row, j - 1, 1),
        cost(rows[i - 1], j - 1, isSame ? 0 : 1),
        isSwapped ? cost(rows[i - 2], j - 2, 1) : Number.POSITIVE_INFINITY,
      ),
    );
  }
  return row;
}
