/** How far a run goes at most, whatever its model is led to: sites outside of its hosts, forms that it sends, and downloads. */
import type { Sent } from "../../browser/policy/confine.ts";

export const CAPS = {
  /** Origins outside of the hosts of the run that a tab shows. */
  origins: 50,
  /** Forms of pages that are sent: POST and the like that lead to a page. */
  forms: 200,
  downloads: 100,
};

export class Caps {
  readonly #origins = new Set<string>();
  #forms = 0;

  /** A tab is about to show a page of an origin outside: why it does not, or undefined. */
  visit(origin = ""): string | undefined {
    if (this.#origins.size >= CAPS.origins && !this.#origins.has(origin))
      return `this run has reached its limit of ${CAPS.origins} sites other than its own`;
    this.#origins.add(origin);
    return undefined;
  }

  /** A page sends a form: why it does not, or undefined. */
  form({ method }: Sent): string | undefined {
    if (/^(GET|HEAD)$/i.test(method)) return undefined;
    return this.#forms++ < CAPS.forms ? undefined : `this run has reached its limit of ${CAPS.forms} submitted forms`;
  }
}
