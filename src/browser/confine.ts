/** What a run adds to the rules of its browser, for as long as it lasts. Asks the policy; holds nothing itself. */
import { NO_RULES } from "../lib/rules.ts";
import { type Policy, policyOf, type Refusal } from "./policy.ts";

/** The bounds of a run. */
export interface Confinement {
  /** Hosts as `allowed_domains` writes them. */
  readonly hosts: readonly string[];
  /** Others are not reached at all; else they are only read. */
  readonly isClosed: boolean;
  /** Why else a request is refused, in words, or undefined. */
  refuses?(sent: Sent): string | undefined;
  /** Texts that pictures do not show of a document with that address. */
  hides?(address: string): readonly string[];
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
      if (outside && !READS.test(sent.method)) return refusal("this run only reads there: it is not one of its hosts");
      const why = bounds.refuses?.({ ...sent, isWithin: outside === undefined });
      return why === undefined ? undefined : refusal(why);
    },
  };
}
