import type { Http } from "./http.ts";

/** Methods that share a client. */
export class Resource {
  protected readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }
}

/** A path of the API. An empty value would lead to another endpoint. Throws `TypeError`. */
export function route(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((whole, part, at) => {
    const value = values[at - 1];
    if (typeof value !== "string" || value === "" || value === "." || value === "..")
      throw new TypeError(`not an id: ${JSON.stringify(value)}`);
    return whole + encodeURIComponent(value) + part;
  });
}
