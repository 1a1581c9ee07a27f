/** The secrets of a run: their names, where each may be typed, and their current values. */
import { Failure } from "../../errors.ts";
import type { Secret } from "../loop/assignment.ts";
import { type Hosts, hostsOf, secretPatterns } from "./hosts.ts";
import { namesIn, replaced } from "./placeholder.ts";
import { Redactor } from "./redact.ts";
import { codeOf, isOtpauth, keyOf } from "./totp.ts";

/** The destination of typed text. */
export interface Field {
  /** Origins of the frame of the field and of its ancestors, the innermost first; undefined for a frame without an origin. */
  readonly origins: readonly (string | undefined)[];
  /** The field masks its value, or its `autocomplete` says that it is for a password. */
  readonly isForPassword: boolean;
}

/** The hosts of the run: secrets without own hosts may be typed there. */
export interface HostScope {
  /** The run is limited to its hosts. Otherwise a secret without hosts is bound to the first origin that it is typed on. */
  readonly isConfined: boolean;
  /** Undefined while the run has no hosts. */
  has(origin: string): boolean | undefined;
}

interface Bound extends Secret {
  readonly hosts: Hosts | undefined;
  /** The origin where a secret without hosts was typed first. */
  first?: string;
}

/** Names of secrets that are only typed into password fields, not for example into comments. */
const PASSWORD = /(?<![a-z])pass(?![a-z])|passwor[dt]|passphrase|pwd|kennwort/i;

/** The name by which clients of browser-use ask for a one-time code. */
const CODE_NAME = /bu_2fa_code$/i;

/** Minimum length of a value that is searched for in requests: shorter ones occur by chance. */
const MIN_LEAK = 6;
/** How many of its last characters may be missing: pages see each key press. */
const MISSING_KEYS = 3;

export class Secrets {
  readonly redactor = new Redactor();
  /** Values that were typed into pages, with the names of their secrets. */
  readonly #givenValues = new Map<string, string>();
  readonly #leaky = new Redactor();
  readonly #bound: readonly Bound[];
  readonly #scope: HostScope;

  /** Throws `usage` for an invalid host pattern. */
  constructor(secrets: readonly Secret[], scope: HostScope) {
    this.#scope = scope;
    this.#bound = secrets.map((one) => ({
      ...one,
      hosts:
        one.domains.length === 0 ? undefined : hostsOf(one.domains.flatMap(secretPatterns), `hosts of ${one.name}`),
    }));
    for (const { name, value } of secrets) {
      this.redactor.add(name, value);
      for (let length = value.length; length >= Math.max(MIN_LEAK, value.length - MISSING_KEYS); length--)
        this.#leaky.add(name, value.slice(0, length));
      const key = keyOf(value);
      if (key !== undefined) this.redactor.add(name, key);
    }
  }

  get names(): readonly string[] {
    return this.#bound.map(({ name }) => name);
  }

  /** The host patterns of all secrets; they are hosts of the run, too. */
  get domains(): readonly string[] {
    return this.#bound.flatMap(({ domains }) => domains);
  }

  /** The names of the secrets that a request contains, also without their last characters. */
  leakedNames(text: string): string[] {
    return this.#leaky.namesIn(text);
  }

  /** True when a request to that origin may contain the secret. */
  mayReach(name: string, origin: string): boolean {
    return this.#bound.some((one) => one.name === name && this.#fits(one, origin));
  }

  /** Replaces placeholders by values. Throws `not_found` for an unknown name, `denied` when the field must not receive it. */
  reveal(text: string, field: Field): string {
    for (const name of namesIn(text)) this.#check(this.#named(name).bound, field);
    return replaced(text, (name) => {
      const value = this.#value(name);
      this.#givenValues.set(value, this.#named(name).bound.name);
      return value;
    });
  }

  /** The typed values that a page of that origin may contain. */
  valuesGivenTo(origin: string): string[] {
    return [...this.#givenValues]
      .filter(([value, name]) => value !== "" && this.mayReach(name, origin))
      .map(([value]) => value);
  }

  #value(name: string): string {
    const { bound, isCode } = this.#named(name);
    if (!isCode) return bound.value;
    const code = codeOf(bound.name, bound.value);
    this.redactor.add(`${bound.name}:totp`, code);
    return code;
  }

  #named(asked: string): { bound: Bound; isCode: boolean } {
    const find = (name: string) => this.#bound.find((one) => one.name === name);
    const whole = find(asked);
    if (whole) return { bound: whole, isCode: isOtpauth(whole.value) || CODE_NAME.test(asked) };
    const bound = asked.endsWith(":totp") ? find(asked.slice(0, -":totp".length)) : undefined;
    if (bound) return { bound, isCode: true };
    const known = this.names.length === 0 ? "this run has no secrets" : `the secrets are ${this.names.join(", ")}`;
    throw new Failure("not_found", `there is no secret ${asked}: ${known}`, "Use the name of a secret of this run.");
  }

  #check(bound: Bound, { origins, isForPassword }: Field): void {
    const outside = origins.find((origin) => origin === undefined || !this.#fits(bound, origin));
    if (outside !== undefined || origins.includes(undefined) || origins.length === 0)
      throw new Failure(
        "denied",
        `the secret ${bound.name} cannot be typed here: ${outside ?? "this page"} is not ${this.#where(bound)}`,
        "Go to the site of the secret. Never ask for its value.",
      );
    if (PASSWORD.test(bound.name) && !isForPassword && !isOtpauth(bound.value))
      throw new Failure(
        "denied",
        `the secret ${bound.name} can only be typed into password fields`,
        "Choose the password field of the login form.",
      );
    const [origin] = origins;
    if (!bound.hosts && !this.#scope.isConfined && origin !== undefined) bound.first ??= origin;
  }

  #fits(bound: Bound, origin: string): boolean {
    if (bound.hosts) return bound.hosts.has(origin);
    if (bound.first !== undefined) return bound.first === origin;
    return this.#scope.has(origin) ?? true;
  }

  #where({ hosts, first, domains }: Bound): string {
    if (hosts) return `one of its hosts (${domains.join(", ")}; only https, unless a host is listed with http://)`;
    return first === undefined ? "one of the hosts of this run" : first;
  }
}

/** Characters of code that computes a name; names themselves do not contain them. */
const COMPUTED = /["'`${}\\]/;

/** The names of the secrets that a script types. */
export function typedIn(code: string): string[] {
  const names = namesIn(code).filter((name) => !COMPUTED.test(name));
  return [...new Set(names.map((name) => name.replace(/:totp$/, "")))];
}

/** The names of secrets that a script types and that `given` lacks. */
export function missingIn(code: string, given: Readonly<Record<string, string>>): string[] {
  const known = new Set(secretsOf(given).map(({ name }) => name));
  return typedIn(code).filter((name) => !known.has(name) && !known.has(`${name}:totp`));
}

/** Names that look like hosts: clients of the platform may give secrets by domain. */
const HOST = /^(https?:\/\/)?(\*\.)?(localhost|\d+(\.\d+){3}|([\w-]+\.)+[a-z]{2,})(:\d+)?$/i;

/**
 * Parses secrets by name or by host. `"github.com": "ann:pw"` becomes `github.com user` and `github.com password`; a value without a
 * colon becomes one secret with the name of its host. Both are bound to that host.
 */
export function secretsOf(given: Readonly<Record<string, string>>): Secret[] {
  return Object.entries(given).flatMap(([name, value]): Secret[] => {
    if (!HOST.test(name)) return [{ name, value, domains: [] }];
    const colon = isOtpauth(value) ? -1 : value.indexOf(":");
    if (colon < 0) return [{ name, value, domains: [name] }];
    return [
      { name: `${name} user`, value: value.slice(0, colon), domains: [name] },
      { name: `${name} password`, value: value.slice(colon + 1), domains: [name] },
    ];
  });
}
