/** The tables of failures and settings as help shows them, on a screen of 80 columns. */
import { FAILURES } from "../errors.ts";
import { type SettingKey, settingOf } from "../lib/settings.ts";

/** One failure a line, in the order of the table. */
export function exitCodes(): string[] {
  const rows = Object.entries(FAILURES).flatMap(([code, { exit, retry, meaning }]) => {
    const [first = "", ...more] = folded(meaning, 23);
    return [`${String(exit).padStart(3)}  ${code.padEnd(16)}${retry ? "*" : " "} ${first.trimStart()}`, ...more];
  });
  return ["  0                    Done", ...rows];
}

/** Each setting with its variable and default, and below it what it means. */
export function settingLines(keys: readonly SettingKey[]): string[] {
  return keys.flatMap((key) => {
    const { env, fallback, meaning } = settingOf(key);
    const notes = [env, fallback === undefined ? "" : `default ${fallback}`].filter(Boolean).join("; ");
    return [`${key}${notes === "" ? "" : `  (${notes})`}`, ...folded(meaning)];
  });
}

/** A name and what it means beside it, in lines of at most 80 columns; below it where the name is longer than its column. */
export function row(name: string, width: number, meaning: string): string[] {
  const [first = "", ...more] = folded(meaning, width);
  return name.length < width ? [name.padEnd(width) + first.trimStart(), ...more] : [name, first, ...more];
}

/** Lines of at most 80 columns, `indent` of which are blank. */
export function folded(text: string, indent = 4): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(indent) + word);
  }
  return lines;
}
