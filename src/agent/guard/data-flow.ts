/**
 * Prevents that text read on one origin reaches another origin outside of the hosts of the run: typed, in an address, or in a
 * request.
 */
import type { Confinement, Sent } from "../../browser/policy/confine.ts";
import { Failure } from "../../errors.ts";
import type { Caps } from "./caps.ts";
import { originOf } from "./hosts.ts";
import { Readings } from "./readings.ts";
import type { RunHosts } from "./run-hosts.ts";
import type { Secrets } from "./secrets.ts";

export class DataFlow {
  readonly #readings = new Readings();
  readonly #runHosts: RunHosts;
  readonly #secrets: Secrets;
  readonly #caps: Caps;
  /** The address that a command currently opens contains data read elsewhere, so redirects to other hosts are refused. */
  #opensCarriedAddress = false;

  constructor(runHosts: RunHosts, secrets: Secrets, caps: Caps) {
    this.#runHosts = runHosts;
    this.#secrets = secrets;
    this.#caps = caps;
  }

  /** Adds text of a person: it may go anywhere. */
  addOwnText(text: string): void {
    this.#readings.addOwn(text);
  }

  /** Records text that the model read, with its origins. */
  addReading(text: string, from: ReadonlySet<string>): void {
    this.#readings.add(text, from);
  }

  isOutside(origin: string | undefined): boolean {
    return origin === undefined || this.#runHosts.has(origin) === false;
  }

  /** Checks text that a command gives to a page of that origin. Throws `denied`. */
  checkText(text: string, origin: string | undefined): void {
    const isOwn = this.#readings.findCarried(text, undefined) === undefined;
    if (isOwn) this.#readings.addOwn(text);
    if (isOwn || !this.isOutside(origin) || this.#readings.findCarried(text, origin ?? "null") === undefined) return;
    throw new Failure(
      "denied",
      `this text contains data read on another site, and ${origin ?? "this page"} is not one of the hosts of the run`,
      "Write it in words of the task, or say in the output that it was not sent.",
    );
  }

  /** Checks an address that a command opens. Throws `denied`. */
  checkAddress(address: string): void {
    const origin = originOf(address);
    const unseen = address.slice(this.#knownLength(address));
    const parts = [...this.#unseenLabels(address), unseen];
    const carried = (to?: string) => parts.some((part) => this.#readings.findCarried(part, to) !== undefined);
    this.#opensCarriedAddress = carried();
    if (!this.#opensCarriedAddress || !this.isOutside(origin) || !carried(origin ?? "null")) return;
    throw new Failure(
      "denied",
      `the address contains data read on another site, and ${origin ?? "it"} is not one of the hosts of the run`,
      "Open addresses exactly as the task or a page gives them.",
    );
  }

  /** Ends the command that opened an address. */
  opened(): void {
    this.#opensCarriedAddress = false;
  }

  /** Length of the prefix of an address that a page or the task contains. */
  #knownLength(address: string): number {
    const scheme = /^[a-z]+:\/\//i.exec(address)?.[0].length ?? 0;
    const host = /^[^/?#]*/.exec(address.slice(scheme))?.[0].length ?? 0;
    const whole = this.#readings.knownPrefixLength(address);
    const bare = scheme + this.#readings.knownPrefixLength(address.slice(scheme));
    // The host is checked label by label. The rest is known only together with its host.
    return Math.max(scheme + host, whole, bare);
  }

  /** The labels of a host that no page has shown: the owner of the domain receives them. */
  #unseenLabels(address: string): string[] {
    const host = URL.parse(address)?.hostname ?? "";
    return this.#readings.knownPrefixLength(host) === host.length ? [] : host.split(".");
  }

  /** Returns the reason to refuse a request of the browser, or undefined. */
  refuses: NonNullable<Confinement["refuses"]> = (sent) => {
    if (sent.isWithin) return sent.isPage ? this.#caps.form(sent) : undefined;
    const leaks = this.#leaks(sent);
    if (leaks !== undefined) return leaks;
    const isCarried =
      sent.isPage &&
      this.#opensCarriedAddress &&
      this.#readings.findCarried(sent.url, originOf(sent.url)) !== undefined;
    if (isCarried) return "the address contains data read on another site";
    return sent.isTab ? this.#caps.visit(originOf(sent.url)) : undefined;
  };

  /** The reason when a page sends a secret to another host. */
  #leaks({ url, body = "" }: Sent): string | undefined {
    const origin = originOf(url) ?? "";
    const leak = this.#secrets
      .leakedNames(`${decoded(url)}\n${url}\n${body}`)
      .find((name) => !this.#secrets.mayReach(name, origin));
    return leak === undefined ? undefined : `the request contains the secret ${leak}`;
  }
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
