/** Schemas of zod, arktype and others, through the Standard Schema interface (standardschema.dev). */
import { SvcError } from "./errors.ts";

export interface StandardSchema<T = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    readonly jsonSchema?: { readonly input: (options: { target: "draft-2020-12" }) => Record<string, unknown> };
  };
}

type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

export type OutputOf<S extends StandardSchema> = NonNullable<S["~standard"]["types"]>["output"];

export type JsonSchema = Record<string, unknown> & { "~standard"?: never };

export function isStandard(schema: unknown): schema is StandardSchema {
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

/** The JSON Schema of the input of a schema. Errors: `configuration` for a schema that has no JSON Schema. */
export function inputSchemaOf(schema: StandardSchema | JsonSchema): Record<string, unknown> {
  if (!isStandard(schema)) return schema;
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  throw new SvcError("configuration", `The schema of ${vendor} has no JSON Schema`, {
    hint: "Use zod 4.2 or arktype 2.2 or later, wrap a valibot schema with toStandardJsonSchema of @valibot/to-json-schema, or pass JSON Schema.",
  });
}

export async function validated(schema: StandardSchema, value: unknown): Promise<unknown> {
  const result = await schema["~standard"].validate(value);
  if (result.issues) throw new TypeError(result.issues.map(({ message }) => message).join("; "));
  return result.value;
}
