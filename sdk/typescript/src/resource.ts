import type { Http } from "./http.ts";

/** A group of endpoints. */
export class Resource {
  protected readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }
}

/** A path of the API with encoded ids. An empty id or a dot would change the endpoint, so they throw `TypeError`. */
export function route(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((whole, part, at) => {
    const value = values[at - 1];
    if (typeof value !== "string" || value === "" || value === "." || value === "..")
      throw new TypeError(`Invalid id: ${JSON.stringify(value)}`);
    return whole + encodeURIComponent(value) + part;
  });
}
