/**
 * The hosts of a run: its allowed domains, or else the hosts that its task, its start page and its secrets name. Pages never add
 * hosts. Without any host, the first address that the run opens adds one.
 */
import type { Assignment } from "../loop/assignment.ts";
import { type Hosts, hostsOf, siteOf } from "./hosts.ts";
import type { HostScope } from "./secrets.ts";

/** Addresses in a text: with or without a scheme. */
const ADDRESS =
  /https?:\/\/[^\s<>"'`)\]}]+|(?<![\w@./-])(?:localhost|\d+(?:\.\d+){3}|(?:[a-z\d-]+\.)+[a-z]{2,})(?::\d+)?(?![\w@-])/gi;
const FILE =
  /\.(html?|xml|pdf|txt|md|json|csv|tsv|xlsx?|docx?|pptx?|png|jpe?g|gif|webp|svg|zip|gz|tar|js|ts|py|sh|css|mp[34]|ya?ml|log)$/i;

function addressesIn(text: string): string[] {
  const found = [...text.matchAll(ADDRESS)].map(([whole]) => whole.replace(/[.,;:!?]+$/, ""));
  return found
    .filter((one) => one.includes("://") || !FILE.test(one))
    .map((one) => (one.includes("://") ? one : `http://${one}`));
}

export class RunHosts implements HostScope {
  readonly isConfined: boolean;
  #hosts: Hosts;

  /** Throws `usage` for an invalid host pattern. */
  constructor({
    task,
    startUrl,
    allowedDomains,
    secrets,
  }: Pick<Assignment, "task" | "startUrl" | "allowedDomains" | "secrets">) {
    this.isConfined = allowedDomains !== undefined;
    const named = [...addressesIn(task), ...(startUrl === undefined ? [] : addressesIn(startUrl))].flatMap(siteOf);
    this.#hosts = hostsOf(
      allowedDomains ?? [...named, ...secrets.flatMap(({ domains }) => domains)],
      "allowed domains",
    );
  }

  get patterns(): readonly string[] {
    return this.#hosts.patterns;
  }

  has(origin: string): boolean | undefined {
    return this.patterns.length === 0 && !this.isConfined ? undefined : this.#hosts.has(origin);
  }

  /** Adds the hosts that a text of a person names. Returns true when there are new ones. */
  addFromText(text: string): boolean {
    return this.#add(addressesIn(text));
  }

  /** Adds the host of the first page. */
  addStartPage(address: string): boolean {
    return this.#add([address]);
  }

  /** Adds the host of an opened address when the run has no hosts yet. */
  addFirstOpened(address: string): boolean {
    return this.patterns.length === 0 && this.#add([address]);
  }

  #add(addresses: readonly string[]): boolean {
    const more = addresses.flatMap(siteOf).filter((pattern) => !this.patterns.includes(pattern));
    if (this.isConfined || more.length === 0) return false;
    this.#hosts = hostsOf([...this.patterns, ...more], "allowed domains");
    return true;
  }
}
