/** Types of arguments for the web and HTTP: addresses, domains, headers, keys, and points on a page. Readers throw `usage`. */
import { Failure } from "./errors.ts";
import { normalizeUrl } from "./lib/address.ts";
import { expected, type ValueType } from "./value-type.ts";
import { isJson, path, text } from "./values.ts";

/** The body of a request: JSON, `@file` with JSON (made absolute), or `-` for standard input. */
export function requestBody(): ValueType<string> {
  const file = path("file");
  const read = (value: unknown): string => {
    const word = typeof value === "string" ? value.trim() : (JSON.stringify(value) ?? "");
    if (word.startsWith("@")) return `@${file.fromJson(word.slice(1))}`;
    if (!isJson(word)) throw expected('JSON like {"task": "…"}, @file or -', value);
    return word;
  };
  return {
    label: "json",
    schema: { type: "string" },
    stdin: true,
    names: "json-or-@path",
    fromText: (word) => (word === "-" ? word : read(word)),
    fromJson: read,
  };
}

/** `name=value` of a query. */
export function queryPair(): ValueType<string> {
  return pair("key=value", /^[^=\s]+=/s);
}

/** `name: value` of a header. */
export function headerPair(): ValueType<string> {
  return pair("name: value", /^[\w!#$%&'*+.^`|~-]+:[^\r\n\0]*$/);
}

/** `x,y` in whole pixels: a point or a distance. */
export function pixels(): ValueType<string> {
  return pair("x,y", /^-?\d+,-?\d+$/);
}

/** `x,y,width,height` in whole pixels. */
export function rectangle(): ValueType<string> {
  return pair("x,y,w,h", /^\d+,\d+,[1-9]\d*,[1-9]\d*$/);
}

function pair(label: string, form: RegExp): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && form.test(value)) return value;
    throw expected(label, value);
  };
  return { label, schema: { type: "string" }, fromText: read, fromJson: read };
}

/** An address as people write it; `normalizeUrl` describes the rules. */
export function url(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value !== "string" || value.trim() === "") throw expected("a URL", value);
    return normalizeUrl(value.trim());
  };
  const names = { names: "address", completes: "addresses" } as const;
  return { label: "url", schema: { type: "string" }, ...names, fromText: read, fromJson: read };
}

/** The domain of a cookie: a host name with or without a leading dot. */
export function domain(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && /^\.?[^\s/:;,@]+$|^\[[\da-f:]+\]$/i.test(value)) return value;
    throw expected("a domain like example.com", value);
  };
  return { label: "domain", schema: { type: "string" }, fromText: read, fromJson: read };
}

/** Domains separated by commas, converted to lower case without a leading dot or `*.`; international names in their ASCII form. */
export function domains(): ValueType<string[]> {
  const one = domain();
  const read = (value: unknown): string[] => {
    const words = Array.isArray(value) ? value : String(value).split(/[\s,]+/);
    const held = words.filter((word) => word !== "").map((word) => plainDomain(one.fromJson(word)));
    if (held.length === 0) throw expected("domains like example.com,example.org", value);
    return held;
  };
  return { label: "domains", schema: { type: "array", items: one.schema }, fromText: read, fromJson: read };
}

function plainDomain(value: string): string {
  const bare = value.replace(/^(\*?\.)/, "");
  return URL.parse(`http://${bare}`)?.hostname ?? bare.toLowerCase();
}

/** An API key of the platform. `-` reads it from standard input, so that no process list shows it. */
export function apiKey(): ValueType<string> {
  const read = (value: unknown): string => {
    const key = typeof value === "string" ? value.trim() : "";
    // A key is sent in a header. Other characters are typing errors, and the message does not repeat the key.
    if (!/^[\x21-\x7e]{8,500}$/.test(key))
      throw new Failure("usage", "that is not a key: expected 8 or more letters and digits");
    return key;
  };
  return {
    ...text("key"),
    stdin: true,
    secret: true,
    fromText: (word) => (word === "-" ? word : read(word)),
    fromJson: read,
  };
}

/** An id of the platform, such as that of a profile. */
export function uuid(): ValueType<string> {
  const read = (value: unknown): string => {
    if (typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
      return value.toLowerCase();
    throw expected("an identifier like 3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80", value);
  };
  return { label: "id", schema: { type: "string" }, fromText: read, fromJson: read };
}

/** The debugging address of a browser: http, https, ws or wss. */
export function cdpUrl(): ValueType<string> {
  const read = (value: unknown): string => {
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (url && /^(https?|wss?):$/.test(url.protocol) && url.hostname !== "") return url.href;
    throw expected("an address like http://127.0.0.1:9222 or ws://host:port/devtools/browser/…", value);
  };
  return { label: "url", schema: { type: "string" }, fromText: read, fromJson: read };
}
