/** Fields for the secrets that a script types, and what was written into them. */
import type { Field } from "../../components/fields.tsx";

const NAME = "secret-";

export function secretFields(names: readonly string[]): Field[] {
  const help = "A secret: script and models see only its name.";
  return names.map((name) => ({ name: `${NAME}${name}`, label: name, type: "password", required: true, help }));
}

/** The secrets as the API takes them; without `read` as anybody may see them. */
export function secretsOf(
  names: readonly string[],
  read: (field: string) => unknown = () => "…",
): { secrets?: Record<string, string> } {
  if (names.length === 0) return {};
  return { secrets: Object.fromEntries(names.map((name) => [name, String(read(`${NAME}${name}`) ?? "")])) };
}
