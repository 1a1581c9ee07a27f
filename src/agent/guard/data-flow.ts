/**
 * What may go where: text that was read on one origin does not go to another one outside of the hosts of the run, whether it is
 * typed, stands in an address, or leaves with a request. Knows no page: it is told where texts come from and go to.
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
  /** The address that is being opened holds what was read elsewhere: it goes no further than where it was opened. */
  #opensCarriedAddress = false;

  constructor(runHosts: RunHosts, secrets: Secrets, caps: Caps) {
    this.#runHosts = runHosts;
    this.#secrets = secrets;
    this.#caps = caps;
  }

  /** Words of a person: what they name is no secret of a page, and hosts in them are hosts of the run. */
  addOwnText(text: string): void {
    this.#readings.addOwn(text);
  }

  /** The model is told a text of these origins. */
  addReading(text: string, from: ReadonlySet<string>): void {
    this.#readings.add(text, from);
  }

  isOutside(origin: string | undefined): boolean {
    return origin === undefined || this.#runHosts.has(origin) === false;
  }

  /** A text that a command gives to a page of that origin. Throws `denied`. */
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

  /** An address that a command opens. Throws `denied`. */
  checkAddress(address: string): void {
    const origin = originOf(address);
    const unseen = address.slice(this.#seen(address));
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

  /** The command that opened an address is over. */
  opened(): void {
    this.#opensCarriedAddress = false;
  }

  /** The length of its beginning that is known: as far as a page or the task has it. */
  #seen(address: string): number {
    const scheme = /^[a-z]+:\/\//i.exec(address)?.[0].length ?? 0;
    const host = /^[^/?#]*/.exec(address.slice(scheme))?.[0].length ?? 0;
    const whole = this.#readings.knownPrefixLength(address);
    const bare = scheme + this.#readings.knownPrefixLength(address.slice(scheme));
    // The host is looked at label by label; of the rest only what was seen with its host is known.
    return Math.max(scheme + host, whole, bare);
  }

  /** Labels of a host that no page has shown: whoever owns the name reads them. */
  #unseenLabels(address: string): string[] {
    const host = URL.parse(address)?.hostname ?? "";
    return this.#readings.knownPrefixLength(host) === host.length ? [] : host.split(".");
  }

  /** What the browser refuses besides, as long as the run lasts. */
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

  /** A page sends a secret that it was given to somebody else. */
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
