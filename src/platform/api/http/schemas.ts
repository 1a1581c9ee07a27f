/** Schemas shared by several endpoint groups. Their names are part of the published API. */
import { ProxyCountryCode } from "./countries.ts";
import { integer, orNull, text, uuid } from "./fields.ts";
import { z } from "./hono.ts";

const hint = z.string().optional().openapi({ description: "How to fix the error, if it can be fixed" });

export const ErrorResponse = z
  .object({
    detail: z.string().openapi({ description: "Error message" }),
    hint,
    requestId: z
      .string()
      .optional()
      .openapi({ description: "`X-Request-Id` of this response; the server log has details under it" }),
  })
  .openapi("ErrorResponse");

export const ValidationErrorResponse = z
  .object({
    detail: z.array(
      z.object({
        loc: z
          .array(z.union([z.string(), integer()]))
          .openapi({ description: "Location: `body`, `query`, `path` or `header`, then the path to the field" }),
        msg: z.string().openapi({ description: "Error message" }),
        type: z.string().openapi({ description: "Machine-readable error type", example: "missing" }),
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
  .openapi("CustomProxy", { description: "HTTP or SOCKS5 proxy of the caller" });

/** Omitted means the operator's default, null means no proxy. A default in the schema would merge the two. */
export const proxyCountry = z
  .preprocess((code) => (typeof code === "string" ? code.toLowerCase() : code), orNull(ProxyCountryCode))
  .optional()
  .openapi({ description: "Country of the proxy. If omitted, the server's default; null for no proxy." });

const MAX_PAIRS = 10;

/** Labels of the caller. The limits keep them within the index size of PostgreSQL. */
export function metadata(name: z.ZodType<string, string> = z.string(), value: z.ZodType<string, string> = z.string()) {
  return z
    .record(name, value)
    .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, {
      error: `Metadata should have at most ${MAX_PAIRS} pairs`,
    })
    .nullish();
}

/** Window size of a browser. */
export const screen = {
  browserScreenWidth: integer(320, 6144).nullish().openapi({ description: "Width in pixels" }),
  browserScreenHeight: integer(320, 3456).nullish().openapi({ description: "Height in pixels" }),
};

export const profileChoice = uuid()
  .nullish()
  .openapi({ description: "Profile that provides the initial state of the browser" });

export const BySession = z.object({ session_id: uuid() });
