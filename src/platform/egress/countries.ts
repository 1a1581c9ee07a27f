/** The operator's file of proxies by country: `{"us": "http://user:password@host:port", "de": "socks5://host:port"}`. */
import { readFileSync } from "node:fs";
import { Failure, fileFailure } from "../../errors.ts";

/** Empty without a file. Errors: `not_found`, `io`; `usage` when it is no object of addresses. Repeats nothing of it. */
export function readCountries(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileFailure(error, `cannot read the file of serve_countries, ${path}`);
  }
  const wrong = new Failure(
    "usage",
    `${path} is no JSON object of country codes and addresses of proxies`,
    'Write it like {"us": "http://user:password@host:port", "de": "socks5://host:port"}.',
  );
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong;
    if (Object.values(value).some((address) => typeof address !== "string")) throw wrong;
    return value as Record<string, string>;
  } catch {
    // The parser's own message quotes the text, and so a password.
    throw wrong;
  }
}
