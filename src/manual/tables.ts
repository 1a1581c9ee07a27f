/** Tables of error codes and settings for help texts, 80 columns wide. */
import { FAILURES } from "../errors.ts";
import { type SettingKey, settingOf } from "../lib/settings.ts";

/** One entry per error code, in the order of the table. */
export function exitCodes(): string[] {
  const rows = Object.entries(FAILURES).flatMap(([code, { exit, retry, meaning }]) => {
    const [first = "", ...more] = folded(meaning, 23);
    return [`${String(exit).padStart(3)}  ${code.padEnd(16)}${retry ? "*" : " "} ${first.trimStart()}`, ...more];
  });
  return ["  0                    Done", ...rows];
}

/** Each setting with its variable and default, and its meaning below. */
export function settingLines(keys: readonly SettingKey[]): string[] {
  return keys.flatMap((key) => {
    const { env, fallback, meaning } = settingOf(key);
    const notes = [env, fallback === undefined ? "" : `default ${fallback}`].filter(Boolean).join("; ");
    return [`${key}${notes === "" ? "" : `  (${notes})`}`, ...folded(meaning)];
  });
}

/** A name and its meaning in two columns, wrapped to 80. The meaning is below the name if the name is too long. */
export function row(name: string, width: number, meaning: string): string[] {
  const [first = "", ...more] = folded(meaning, width);
  return name.length < width ? [name.padEnd(width) + first.trimStart(), ...more] : [name, first, ...more];
}

/** Wraps text to 80 columns, indented by `indent` spaces. */
export function folded(text: string, indent = 4): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(" ".repeat(indent) + word);
  }
  return lines;
}
