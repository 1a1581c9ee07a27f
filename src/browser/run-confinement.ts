/** Limits a browser to the bounds of a run, one run at a time. */
import { Failure } from "../errors.ts";
import type { Downloads } from "./downloads.ts";
import type { Confinement, Confining, Hides } from "./policy/confine.ts";
import type { NetworkPolicy } from "./policy/network-policy.ts";

export class RunConfinement {
  readonly #policy: NetworkPolicy;
  readonly #downloads: Downloads;
  /** Texts that stay hidden after the run. Undefined when none stay hidden. */
  readonly #hidden: Set<Hides> | undefined;
  #bounds: Confinement | undefined;

  constructor(policy: NetworkPolicy, downloads: Downloads, hidden: Set<Hides> | undefined) {
    this.#policy = policy;
    this.#downloads = downloads;
    this.#hidden = hidden;
  }

  /** Throws `conflict` while another run uses the browser, and `denied` when the browser does not support interception. */
  async begin(bounds: Confinement, signal?: AbortSignal): Promise<Confining> {
    if (this.#bounds) throw new Failure("conflict", "another run uses this browser", "Wait for its end, or stop it.");
    this.#set(bounds);
    const restoreDownloads = bounds.downloads === undefined ? () => {} : this.#downloads.keepIn(bounds.downloads);
    const release = async () => {
      restoreDownloads();
      await this.#policy.release();
      this.#bounds = undefined;
    };
    try {
      await this.#policy.confine(bounds, signal);
    } catch (error) {
      await release();
      throw error;
    }
    const change = async (other: Confinement) => {
      this.#set(other);
      await this.#policy.confine(other);
    };
    return { release, change };
  }

  #set(bounds: Confinement): void {
    this.#bounds = bounds;
    if (bounds.hides) this.#hidden?.add(bounds.hides);
  }

  /** Texts that pictures of a document at this address must not show. */
  hiddenTexts(address: string): readonly string[] {
    const { hides } = this.#bounds ?? {};
    const all = this.#hidden ?? (hides ? [hides] : []);
    return [...new Set([...all].flatMap((one) => one(address)))];
  }
}
