/** Checks a file against the `accept` attribute: extensions, media types, or `image/*`. Uses only the name of the file. */
import { extname } from "node:path";

/** Nonstandard names of media types. */
const ALIASES: Record<string, string> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
  "application/x-zip-compressed": "application/zip",
  "application/x-pdf": "application/pdf",
  "text/xml": "application/xml",
  "application/csv": "text/csv",
  "application/x-javascript": "text/javascript",
  "application/javascript": "text/javascript",
};

const UNKNOWN = "application/octet-stream";

/** True if a rule of the list accepts the file. A file of unknown type passes any rule that names a media type. */
export function accepts(accept: string, path: string): boolean {
  const extension = extname(path).toLowerCase();
  const type = normal(Bun.file(`x${extension}`).type);
  const rules = accept
    .toLowerCase()
    .split(",")
    .map((rule) => rule.trim())
    .filter(Boolean);
  return rules.length === 0 || rules.some((rule) => allows(rule, extension, type));
}

function allows(rule: string, extension: string, type: string): boolean {
  if (rule === "*" || rule === "*/*") return true;
  if (rule.startsWith(".")) return rule === extension;
  if (rule.endsWith("/*")) return type.startsWith(rule.slice(0, -1));
  return normal(rule) === type || type === UNKNOWN;
}

function normal(type: string): string {
  const bare = type.split(";", 1)[0] ?? type;
  return ALIASES[bare] ?? bare;
}
