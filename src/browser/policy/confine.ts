/** The bounds that a run adds to the rules of its browser. */
import { NO_RULES } from "../../lib/rules.ts";
import { isAddress, type Policy, policyOf, type Refusal } from "./policy.ts";

/** Texts that pictures of a document at this address must not show. */
export type Hides = (address: string) => readonly string[];

/** The bounds of a run. */
export interface Confinement {
  /** Hosts in the form of `allowed_domains`. */
  readonly hosts: readonly string[];
  /** True: other hosts cannot be reached. False: they can only be read. */
  readonly isClosed: boolean;
  /** Another reason to refuse a request, in words. Undefined to allow it. */
  refuses?(sent: Sent): string | undefined;
  readonly hides?: Hides;
  /** The folder for downloads of the run, and their greatest number. */
  readonly downloads?: { readonly folder: string; readonly most: number };
}

/** A run that uses a browser. */
export interface Confining {
  /** Changes the bounds for later requests. */
  change(bounds: Confinement): Promise<void>;
  /** Ends the run. */
  release(): Promise<void>;
}

/** A request before it is sent. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  /** The origin of the page that sends it, if the browser reports it. */
  readonly from: string | undefined;
  /** Its body when it is text. Undefined when there is none, or it is not known. */
  readonly body: string | undefined;
  /** A tab or a frame would show the response. */
  readonly isPage: boolean;
  /** A tab would show the response. */
  readonly isTab: boolean;
  /** The host is one of the run. */
  readonly isWithin: boolean;
}

/** The bounds in the form that answers whether a request is allowed. */
export interface Confined {
  readonly isClosed: boolean;
  readonly policy: Policy;
  refuses(sent: Omit<Sent, "isWithin">): Refusal | undefined;
}

/** Methods that only read. */
const READ_METHODS = /^(GET|HEAD|OPTIONS|TRACE)$/i;

/** True when a page of the run sends a request to a server of the same owner. */
function isOwnServer({ url, from }: Omit<Sent, "isWithin">, policy: Policy): boolean {
  if (from === undefined || policy.refuses(from, true) !== undefined) return false;
  return ownerOf(URL.parse(from)?.hostname ?? "") === ownerOf(URL.parse(url)?.hostname ?? " ");
}

/**
 * The last labels of a host name that identify its owner: a guess without the public suffix list. It decides only which
 * requests a page of the run may send to servers of its owner, never where secrets or texts from pages may go.
 */
export function ownerOf(host: string): string {
  const labels = host.split(".");
  const isShort = labels.length > 2 && labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return isAddress(host) ? host : labels.slice(isShort ? -3 : -2).join(".");
}

const HINT = "Use only the hosts of the run, or report in the answer what could not be done.";

/** Throws `usage` for an invalid host. */
export function confinedTo(bounds: Confinement): Confined {
  const policy = policyOf({ ...NO_RULES, allowed: [bounds.hosts] }) as Policy;
  return {
    isClosed: bounds.isClosed,
    policy,
    refuses(sent) {
      const outside = policy.refuses(sent.url, sent.isPage);
      const host = outside?.host ?? URL.parse(sent.url)?.hostname ?? "";
      const refusal = (why: string): Refusal => ({ setting: "run", host, message: `${host}: ${why}`, why, hint: HINT });
      if (outside && bounds.isClosed) return refusal("it is not one of the hosts that this run may reach");
      const isWrite = outside && !READ_METHODS.test(sent.method);
      if (isWrite && !isOwnServer(sent, policy))
        return refusal(
          "this run may only read from that host. Whoever starts the run can add it with --allowed-domain, together with all other hosts of the task",
        );
      const why = bounds.refuses?.({ ...sent, isWithin: outside === undefined });
      return why === undefined ? undefined : refusal(why);
    },
  };
}
