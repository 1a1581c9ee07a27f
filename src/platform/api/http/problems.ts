/**
 * Validation problems in the format of the contract: `{"detail":[{"loc","msg","type"}]}`. The `type` names are those of pydantic,
 * which clients of the published API read. A message never contains the value that was sent: it may be a secret.
 */
import { NO_INTEGER } from "./fields.ts";
import type { z } from "./hono.ts";

export interface Problem {
  /** `body`, `query`, `path` or `header`, then the path to the field. */
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** A request that does not match the schema of its endpoint: 422. */
export class Invalid extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super("the request does not match the schema of its endpoint");
    this.name = "Invalid";
    this.problems = problems;
  }
}

type Issue = z.core.$ZodIssue;
type Place = "body" | "query" | "path" | "header";
type Words = Omit<Problem, "loc">;

/** Converts the issues of a schema for `input` to problems. */
export function problemsOf(place: Place, issues: readonly Issue[], input: unknown): Problem[] {
  return issues.flatMap((issue) => {
    const value = at(input, issue.path);
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "invalid_union" && value !== undefined) return ofUnion(place, issue.errors, path, value);
    if (issue.code === "invalid_key")
      return [{ loc: [place, ...path], ...words(issue.issues[0] ?? issue, path.at(-1), place) }];
    return [{ loc: [place, ...path], ...words(issue, value, place) }];
  });
}

/** Problems of the union branch that matches the kind of the value; without one, a message that lists all branches. */
function ofUnion(place: Place, branches: readonly Issue[][], path: (string | number)[], value: unknown): Problem[] {
  const meant = branches.filter(
    (issues) => !issues.some((one) => one.code === "invalid_type" && one.expected === "null"),
  );
  // A branch with an issue below the top level accepted the kind of the value.
  const taken =
    meant.find((issues) => issues.some((one) => one.path.length > 0)) ?? (meant.length === 1 ? meant[0] : undefined);
  if (taken)
    return problemsOf(place, taken, value).map(({ loc: [, ...rest], ...problem }) => ({
      loc: [place, ...path, ...rest],
      ...problem,
    }));
  const each = meant.flatMap((issues) => (issues[0] ? [words(issues[0], value, place)] : []));
  const [first] = each;
  const wants = each.map(({ msg }) => msg.replace(/^Input should be /, ""));
  return [{ loc: [place, ...path], msg: `Input should be ${wants.join(" or ")}`, type: first?.type ?? "value_error" }];
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    // A repeatable query parameter that occurs once is a string, and its schema sees a list of one.
    if (typeof value === "string" && part === 0) continue;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

function words(issue: Issue, value: unknown, place: Place): Words {
  if (value === undefined && issue.code !== "custom") return { msg: "Field required", type: "missing" };
  switch (issue.code) {
    case "invalid_type":
      return ofType(issue.message === NO_INTEGER ? "int" : issue.expected, value, place);
    case "too_small":
    case "too_big":
      return ofSize(issue);
    case "invalid_format":
      return ofFormat(issue);
    case "invalid_value":
      return { msg: own(issue) ?? `Input should be ${listed(issue.values)}`, type: "enum" };
    default:
      return { msg: own(issue) ?? "Input is not valid", type: "value_error" };
  }
}

/** The error message that the schema defines, if any. */
function own({ message }: Issue): string | undefined {
  return message.startsWith("Invalid ") ? undefined : message;
}

/** By zod's expected type: the stem of pydantic's `type`, and the noun in the message. */
const KINDS: Record<string, readonly [stem: string, what: string]> = {
  string: ["string", "string"],
  number: ["float", "number"],
  int: ["int", "integer"],
  boolean: ["bool", "boolean"],
  array: ["list", "list"],
  record: ["dict", "object"],
  object: ["model_attributes", "object"],
};

function ofType(expected: string, value: unknown, place: Place): Words {
  const [stem, what] = KINDS[expected] ?? [expected, expected];
  const msg = `Input should be a valid ${what}`;
  if (expected === "int" && Number.isFinite(value))
    return { msg: `${msg}, got a number with a fractional part`, type: "int_from_float" };
  const isUnreadable = place !== "body" && typeof value === "string" && /^(int|float|bool)$/.test(stem);
  return isUnreadable
    ? { msg: `${msg}, unable to parse string as ${what === "integer" ? "an" : "a"} ${what}`, type: `${stem}_parsing` }
    : { msg, type: `${stem}_type` };
}

type Size = Extract<Issue, { code: "too_small" | "too_big" }>;

function ofSize(issue: Size): Words {
  const isSmall = issue.code === "too_small";
  const bound = Number(isSmall ? issue.minimum : issue.maximum);
  const least = isSmall ? "at least" : "at most";
  if (issue.origin === "string")
    return {
      msg: `String should have ${least} ${bound} ${bound === 1 ? "character" : "characters"}`,
      type: isSmall ? "string_too_short" : "string_too_long",
    };
  if (issue.origin === "array")
    return {
      msg: `List should have ${least} ${bound} ${bound === 1 ? "item" : "items"}`,
      type: isSmall ? "too_short" : "too_long",
    };
  return {
    msg: `Input should be ${isSmall ? "greater" : "less"} than or equal to ${bound}`,
    type: isSmall ? "greater_than_equal" : "less_than_equal",
  };
}

function ofFormat(issue: Extract<Issue, { code: "invalid_format" }>): Words {
  const { format } = issue;
  if (format === "guid" || format === "uuid") return { msg: "Input should be a valid UUID", type: "uuid_parsing" };
  if (format === "datetime")
    return { msg: "Input should be a valid date and time, such as 2026-01-31T12:00:00Z", type: "datetime_parsing" };
  return { msg: own(issue) ?? "String does not have the expected format", type: "string_pattern_mismatch" };
}

function listed(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
