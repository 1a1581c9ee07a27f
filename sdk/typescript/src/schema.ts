/** Schemas of zod and others by the interfaces that they share (standardschema.dev). */
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

/** Errors: `configuration` for a schema that cannot tell itself as JSON Schema. */
export function inputSchemaOf(schema: StandardSchema | JsonSchema): Record<string, unknown> {
  if (!isStandard(schema)) return schema;
  const { jsonSchema, vendor } = schema["~standard"];
  if (jsonSchema) return jsonSchema.input({ target: "draft-2020-12" });
  throw new SvcError("configuration", `This version of ${vendor} does not tell its schemas as JSON Schema`, {
    hint: "Use a version that does (zod 4.2), or pass plain JSON Schema.",
  });
}

export async function validated(schema: StandardSchema, value: unknown): Promise<unknown> {
  const result = await schema["~standard"].validate(value);
  if (result.issues) throw new TypeError(result.issues.map(({ message }) => message).join("; "));
  return result.value;
}
