/** What a run adds to the rules of its browser, for as long as it lasts. Asks the policy; holds nothing itself. */
import { NO_RULES } from "../../lib/rules.ts";
import { isAddress, type Policy, policyOf, type Refusal } from "./policy.ts";

/** Texts that pictures do not show of a document with that address. */
export type Hides = (address: string) => readonly string[];

/** The bounds of a run. */
export interface Confinement {
  /** Hosts as `allowed_domains` writes them. */
  readonly hosts: readonly string[];
  /** Others are not reached at all; else they are only read. */
  readonly isClosed: boolean;
  /** Why else a request is refused, in words, or undefined. */
  refuses?(sent: Sent): string | undefined;
  readonly hides?: Hides;
  /** The folder where downloads are kept meanwhile, and how many. */
  readonly downloads?: { readonly folder: string; readonly most: number };
}

/** A run that has a browser. */
export interface Confining {
  /** Other bounds for requests from here on. */
  change(bounds: Confinement): Promise<void>;
  /** The run is over. */
  release(): Promise<void>;
}

/** A request as it is about to leave. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  /** The origin of the page that makes it, where the browser says so. */
  readonly from: string | undefined;
  /** What goes with it, where it is text; undefined where there is nothing or it is not known. */
  readonly body: string | undefined;
  /** A tab or a frame would show the answer. */
  readonly isPage: boolean;
  /** A tab would. */
  readonly isTab: boolean;
  /** One of the hosts of the run. */
  readonly isWithin: boolean;
}

/** Bounds made ready for questions. */
export interface Confined {
  readonly isClosed: boolean;
  readonly policy: Policy;
  refuses(sent: Omit<Sent, "isWithin">): Refusal | undefined;
}

/** Methods that only ask. */
const READS = /^(GET|HEAD|OPTIONS|TRACE)$/i;

/** A page of the run asks a server of the same owner. */
function isOwnServer({ url, from }: Omit<Sent, "isWithin">, policy: Policy): boolean {
  if (from === undefined || policy.refuses(from, true) !== undefined) return false;
  return ownerOf(URL.parse(from)?.hostname ?? "") === ownerOf(URL.parse(url)?.hostname ?? " ");
}

/**
 * The last labels of a name, as many as an owner has. A guess without a list: it decides what a page of the run may ask of its
 * own servers, never where a secret or a text that was read may go.
 */
export function ownerOf(host: string): string {
  const labels = host.split(".");
  const isShort = labels.length > 2 && labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return isAddress(host) ? host : labels.slice(isShort ? -3 : -2).join(".");
}

const HINT = "Stay on the hosts of the run, or say in the answer what could not be done.";

/** Throws `usage` for a host that cannot be understood. */
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
      const isWrite = outside && !READS.test(sent.method);
      if (isWrite && !isOwnServer(sent, policy))
        return refusal(
          "this run only reads there: whoever starts it can add that host with --allowed-domain, beside all others that the task needs",
        );
      const why = bounds.refuses?.({ ...sent, isWithin: outside === undefined });
      return why === undefined ? undefined : refusal(why);
    },
  };
}
