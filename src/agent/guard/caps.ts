/** Hard limits of a run: visited sites outside of its hosts, submitted forms, and downloads. */
import type { Sent } from "../../browser/policy/confine.ts";

export const CAPS = {
  /** Visited origins outside of the hosts of the run. */
  origins: 50,
  /** Submitted forms: navigations with POST and similar methods. */
  forms: 200,
  downloads: 100,
};

export class Caps {
  readonly #origins = new Set<string>();
  #forms = 0;

  /** Counts a visited origin outside of the hosts. Returns the reason to refuse it, or undefined. */
  visit(origin = ""): string | undefined {
    if (this.#origins.size >= CAPS.origins && !this.#origins.has(origin))
      return `this run has reached its limit of ${CAPS.origins} sites other than its own`;
    this.#origins.add(origin);
    return undefined;
  }

  /** Counts a submitted form. Returns the reason to refuse it, or undefined. */
  form({ method }: Sent): string | undefined {
    if (/^(GET|HEAD)$/i.test(method)) return undefined;
    return this.#forms++ < CAPS.forms ? undefined : `this run has reached its limit of ${CAPS.forms} submitted forms`;
  }
}
