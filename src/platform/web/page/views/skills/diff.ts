/** The difference of two texts, line by line. Pure. */

export interface Line {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Uses the longest common subsequence of lines. Quadratic, but scripts are short. */
export function diff(before: string, after: string): Line[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const common = commonLines(a, b);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [a[i], b[j]];
    if (left === undefined && right === undefined) return lines;
    if (left === right) {
      lines.push({ kind: "same", text: left ?? "" });
      i++;
      j++;
    } else if (right === undefined || (left !== undefined && common(i + 1, j) >= common(i, j + 1))) {
      lines.push({ kind: "removed", text: left ?? "" });
      i++;
    } else {
      lines.push({ kind: "added", text: right });
      j++;
    }
  }
}

/** Returns the length of the longest common subsequence of `a` from `i` on and `b` from `j` on. */
function commonLines(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (longest[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
