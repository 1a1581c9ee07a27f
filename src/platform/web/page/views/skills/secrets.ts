/** Fields for the secrets that a script types, and what was written into them. */
import type { Field } from "../../fields.ts";

const NAME = "secret-";

export function secretFields(names: readonly string[]): Field[] {
  const help = "A secret: it is typed by the script, and kept nowhere.";
  return names.map((name) => ({ name: `${NAME}${name}`, label: name, type: "password", required: true, help }));
}

/** As the API takes them; without `read` as a stranger may see them. */
export function secretsOf(
  names: readonly string[],
  read: (field: string) => unknown = () => "…",
): { secrets?: Record<string, string> } {
  if (names.length === 0) return {};
  return { secrets: Object.fromEntries(names.map((name) => [name, String(read(`${NAME}${name}`) ?? "")])) };
}
