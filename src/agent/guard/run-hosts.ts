/**
 * The hosts of a run: those that it is limited to, else those that its task, its start and its secrets name. Pages never add to
 * them; the first address that a run opens does, where nothing else names one.
 */
import type { Assignment } from "../loop/assignment.ts";
import { type Hosts, hostsOf, siteOf } from "./hosts.ts";
import type { HostScope } from "./secrets.ts";

/** Addresses in a text: with a scheme, or a host with a port or a path, or a bare host that is not the name of a file. */
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

  /** Throws `usage` for hosts that cannot be understood. */
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

  /** What a person says later names hosts as the task does. True where there are more now. */
  addFromText(text: string): boolean {
    return this.#add(addressesIn(text));
  }

  /** The page on which the run begins. */
  addStartPage(address: string): boolean {
    return this.#add([address]);
  }

  /** An address that the run opens: a host of its own where it has none yet. */
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
