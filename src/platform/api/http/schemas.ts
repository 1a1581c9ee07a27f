/** The shapes that endpoints of several nouns share, by the names that clients of the API know. */
import { ProxyCountryCode } from "./countries.ts";
import { integer, orNull, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";

const hint = z.string().optional().openapi({ description: "What to do about it, where something can be done" });

export const ErrorResponse = z
  .object({
    detail: z.string().openapi({ description: "What is wrong, in a sentence" }),
    hint,
    requestId: z
      .string()
      .optional()
      .openapi({ description: "`X-Request-Id` of this answer, by which the log tells more" }),
  })
  .openapi("ErrorResponse");

export const ValidationErrorResponse = z
  .object({
    detail: z.array(
      z.object({
        loc: z
          .array(z.union([z.string(), integer()]))
          .openapi({ description: "Where: `body`, `query`, `path` or `header`, then the way to the field" }),
        msg: z.string().openapi({ description: "What is wrong there" }),
        type: z.string().openapi({ description: "The kind of fault, for programs", example: "missing" }),
      }),
    ),
    hint,
  })
  .openapi("ValidationErrorResponse");

export const CustomProxy = z
  .object({
    host: text(1, 255),
    port: integer(1, 65_535),
    username: text(1, 255).nullish(),
    password: text(1, 255).nullish(),
    ignoreCertErrors: z.boolean().default(false),
  })
  .openapi("CustomProxy", { description: "An HTTP or SOCKS5 proxy of the caller's own" });

/** Left out and null differ: the operator's default against none. A default in the schema would make them one. */
export const proxyCountry = z
  .preprocess((code) => (typeof code === "string" ? code.toLowerCase() : code), orNull(ProxyCountryCode))
  .optional()
  .openapi({ description: "Country of the proxy. Left out: the server's default. Null: no proxy." });

const MAX_PAIRS = 10;

/** Labels of the caller's own. Bounds are what an index of PostgreSQL takes. */
export function metadata(name: z.ZodType<string, string> = z.string(), value: z.ZodType<string, string> = z.string()) {
  return z
    .record(name, value)
    .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, { error: `Metadata has at most ${MAX_PAIRS} pairs` })
    .nullish();
}

/** What a browser looks like, wherever one is asked for. */
export const screen = {
  browserScreenWidth: integer(320, 6144).nullish().openapi({ description: "In pixels" }),
  browserScreenHeight: integer(320, 3456).nullish().openapi({ description: "In pixels" }),
};

export const profileChoice = uuid().nullish().openapi({ description: "Profile whose state the browser starts with" });

export const BySession = z.object({ session_id: uuid() });
