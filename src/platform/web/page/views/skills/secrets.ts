/** Fields for the secrets that a script types, and their values. */
import type { Field } from "../../components/fields.tsx";

const NAME = "secret-";

export function secretFields(names: readonly string[]): Field[] {
  const help = "A secret. Scripts and models see only its name.";
  return names.map((name) => ({ name: `${NAME}${name}`, label: name, type: "password", required: true, help }));
}

/** The secrets for a request; without `read`, placeholders. */
export function secretsOf(
  names: readonly string[],
  read: (field: string) => unknown = () => "…",
): { secrets?: Record<string, string> } {
  if (names.length === 0) return {};
  return { secrets: Object.fromEntries(names.map((name) => [name, String(read(`${NAME}${name}`) ?? "")])) };
}
