/** The licences that what is compiled into the executable may have, and why each of them is possible. */

/** SPDX identifiers. */
const ALLOWED: Readonly<Record<string, string>> = {
  MIT: "permissive",
  ISC: "permissive",
  "BSD-2-Clause": "permissive",
  "BSD-3-Clause": "permissive",
  "0BSD": "permissive",
  "Apache-2.0": "permissive",
  Zlib: "permissive",
  IJG: "permissive",
  "libpng-2.0": "permissive",
  "Unicode-3.0": "permissive",
  OpenSSL: "permissive, with a notice",
  blessing: "public domain: SQLite",
  "MPL-2.0": "by file: the sources of the package are public, and unchanged",
  "LGPL-2.1-or-later": "of libraries in Bun: its sources and build scripts are public, so that it can be linked again",
};

/** The identifiers of an SPDX expression that are not allowed. Of `A OR B` one is enough. */
export function notAllowed(expression: string): string[] {
  return expression
    .replace(/[()]/g, "")
    .split(" AND ")
    .filter((part) => !part.split(" OR ").some((id) => Object.hasOwn(ALLOWED, id.trim())));
}
