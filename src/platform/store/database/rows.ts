/** Converts records to rows: snake_case names, `flags` as numbers, `objects` as JSON text. Omits undefined fields. */

export function rowOf(
  set: object,
  { flags, objects }: { flags: readonly string[]; objects: readonly string[] },
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(set)) {
    if (value === undefined) continue;
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (value === null) row[column] = null;
    else if (flags.includes(name)) row[column] = Number(value);
    else row[column] = objects.includes(name) ? JSON.stringify(value) : value;
  }
  return row;
}

/** A flag column; null for null. */
export function flag(value: unknown): boolean | null {
  return value === null || value === undefined ? null : Number(value) === 1;
}
