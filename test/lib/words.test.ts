/** Splitting and quoting words like a shell. */
import { expect, test } from "bun:test";
import { quoteWord, splitWords } from "../../src/lib/words.ts";

test("splits words like a shell", () => {
  for (const [line, words] of [
    ["", []],
    ["  a   b\tc ", ["a", "b", "c"]],
    ["'a b' c", ["a b", "c"]],
    [`a'b'"c"\\ d`, ["abc d"]],
    [`"a \\"b\\" \\\\ \\n \\$x"`, ['a "b" \\ \\n $x']],
    ["'a\\b'", ["a\\b"]],
    ["'' \"\"", ["", ""]],
    ["wait selector #done", ["wait", "selector", "#done"]],
    ["~ $HOME *", ["~", "$HOME", "*"]],
  ] as const)
    expect([line, splitWords(line)]).toEqual([line, [...words]]);
});

test("splits random lines exactly like sh", () => {
  for (const line of [`a 'b c' "d e" f\\ g`, `x'y'"z" '' "\\"q\\""`, `'it'\\''s'`]) {
    const { stdout } = Bun.spawnSync(["sh", "-c", `printf '%s\\0' ${line}`]);
    expect(splitWords(line)).toEqual(stdout.toString().split("\0").slice(0, -1));
  }
});

test("quoted words are split into the same words", () => {
  const letters = ["a", "'", '"', "\\", " ", "\t", "\n", "$", "`", "é", "😀", "#", "-", "=", "[", "~", "!", "*"];
  // A generator with a fixed seed: the same words in every run.
  let seed = 20261120;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let n = 0; n < 2_000; n++) {
    const words = Array.from({ length: next(5) }, () =>
      Array.from({ length: next(8) }, () => letters[next(letters.length)]).join(""),
    );
    expect(splitWords(words.map(quoteWord).join(" "))).toEqual(words);
  }
});
