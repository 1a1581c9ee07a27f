/** The secrets of a run: which there are, where each may be typed, and its value at that moment. Knows no page. */
import { Failure } from "../../errors.ts";
import type { Secret } from "../loop/assignment.ts";
import { type Hosts, hostsOf, secretPatterns } from "./hosts.ts";
import { namesIn, replaced } from "./placeholder.ts";
import { Redactor } from "./redact.ts";
import { codeOf, isOtpauth, keyOf } from "./totp.ts";

/** Where a text would be typed. */
export interface Field {
  /** Origins of the frame of the field and of those around it, the innermost first; undefined for one without. */
  readonly origins: readonly (string | undefined)[];
  /** It shows no one what it holds, or says that it is for a password. */
  readonly isForPassword: boolean;
}

/** Where the run may go: where those secrets may be typed that say no hosts. */
export interface HostScope {
  /** It goes nowhere else. Where it may, such a secret stays on the first origin that it is typed on. */
  readonly isConfined: boolean;
  /** Undefined where nothing is known yet. */
  has(origin: string): boolean | undefined;
}

interface Bound extends Secret {
  readonly hosts: Hosts | undefined;
  /** Where it was typed first, for one that says no hosts. */
  first?: string;
}

/** Words in the name of a secret that belongs into a field for passwords alone: a comment is no place for it. */
const PASSWORD = /(?<![a-z])pass(?![a-z])|passwor[dt]|passphrase|pwd|kennwort/i;

/** A code that browser-use's clients ask for by its name. */
const CODE_NAME = /bu_2fa_code$/i;

/** A shorter value is in too many addresses by chance. */
const MIN_LEAK = 6;
const LAST_KEYS = 3;

export class Secrets {
  readonly redactor = new Redactor();
  /** Values that pages have been given, with the names of their secrets. */
  readonly #givenValues = new Map<string, string>();
  readonly #leaky = new Redactor();
  readonly #bound: readonly Bound[];
  readonly #scope: HostScope;

  /** Throws `usage` for hosts that cannot be understood. */
  constructor(secrets: readonly Secret[], scope: HostScope) {
    this.#scope = scope;
    this.#bound = secrets.map((one) => ({
      ...one,
      hosts:
        one.domains.length === 0 ? undefined : hostsOf(one.domains.flatMap(secretPatterns), `hosts of ${one.name}`),
    }));
    for (const { name, value } of secrets) {
      this.redactor.add(name, value);
      for (let length = value.length; length >= Math.max(MIN_LEAK, value.length - LAST_KEYS); length--)
        this.#leaky.add(name, value.slice(0, length));
      const key = keyOf(value);
      if (key !== undefined) this.redactor.add(name, key);
    }
  }

  get names(): readonly string[] {
    return this.#bound.map(({ name }) => name);
  }

  /** Hosts that the secrets say: whoever gave them meant the run to go there. */
  get domains(): readonly string[] {
    return this.#bound.flatMap(({ domains }) => domains);
  }

  /** The names of secrets that a request holds, also without their last letters: pages hear of each key. */
  leakedNames(text: string): string[] {
    return this.#leaky.namesIn(text);
  }

  /** Whether an address may be sent this secret's value in a request. */
  mayReach(name: string, origin: string): boolean {
    return this.#bound.some((one) => one.name === name && this.#fits(one, origin));
  }

  /** The text with the values in it. Throws `not_found` for an unknown name, `denied` where it must not be typed. */
  reveal(text: string, field: Field): string {
    for (const name of namesIn(text)) this.#check(this.#named(name).bound, field);
    return replaced(text, (name) => {
      const value = this.#value(name);
      this.#givenValues.set(value, this.#named(name).bound.name);
      return value;
    });
  }

  /** The values that a page of that origin may show, since it was given them. */
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

/** What no name of a secret has: code that puts a name together stands there. */
const COMPUTED = /["'`${}\\]/;

/** The names of the secrets that code types. */
export function typedIn(code: string): string[] {
  const names = namesIn(code).filter((name) => !COMPUTED.test(name));
  return [...new Set(names.map((name) => name.replace(/:totp$/, "")))];
}

/** Those of them that are not among the given ones. */
export function missingIn(code: string, given: Readonly<Record<string, string>>): string[] {
  const known = new Set(secretsOf(given).map(({ name }) => name));
  return typedIn(code).filter((name) => !known.has(name) && !known.has(`${name}:totp`));
}

/** Names that look like hosts: the keys of secrets that clients of the platform give by domain. */
const HOST = /^(https?:\/\/)?(\*\.)?(localhost|\d+(\.\d+){3}|([\w-]+\.)+[a-z]{2,})(:\d+)?$/i;

/**
 * Secrets as clients of the platform give them: by name, or by host. `"github.com": "ann:pw"` gives `github.com user` and
 * `github.com password`, a value without a colon one secret named like its host; both are bound to that host.
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
