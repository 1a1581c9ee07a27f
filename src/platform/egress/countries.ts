/** The operator's file of proxies by country: `{"us": "http://user:password@host:port", "de": "socks5://host:port"}`. */
import { readFileSync } from "node:fs";
import { Failure, fileFailure } from "../../errors.ts";

/** Empty without a file. Errors: `not_found`, `io`; `usage` for invalid content, which messages never repeat. */
export function readCountries(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure(error, `cannot read the file of serve_countries, ${path}`);
  }
  const invalid = new Failure(
    "usage",
    `${path} is not a JSON object of country codes and proxy URLs`,
    'Write it like {"us": "http://user:password@host:port", "de": "socks5://host:port"}.',
  );
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid;
    if (Object.values(value).some((address) => typeof address !== "string")) throw invalid;
    return value as Record<string, string>;
  } catch {
    // The parser's message quotes the text, which may contain a password.
    throw invalid;
  }
}
