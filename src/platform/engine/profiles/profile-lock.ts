/**
 * The right of one browser to write a profile, kept as a lease in the database: renewed while the browser lives, given back
 * when it has ended, also when the database could not be reached at that moment. Knows nothing of what is written.
 */
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { ProfileRecord, ProfileRecords } from "../../store/records/profiles.ts";
import { LEASE_MS } from "../lifecycle/leases.ts";

/** How often the right is renewed: it holds as long as the lease of a browser. */
const RENEW_MS = 10_000;

export class ProfileLocks {
  readonly #profiles: ProfileRecords;
  readonly #node: string;
  /** Browsers that have the right. */
  readonly #held = new Set<string>();
  /** Browsers that have ended, and whose right could not be given back yet. */
  readonly #owed = new Set<string>();
  #renewal: Timer | undefined;

  constructor(profiles: ProfileRecords, node: string) {
    this.#profiles = profiles;
    this.#node = node;
  }

  start(): void {
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
  }

  close(): void {
    clearInterval(this.#renewal);
  }

  /** Makes it the one writer, and gives the profile as it is from then on; undefined while another browser is. */
  async take(profileId: string, browserId: string): Promise<ProfileRecord | undefined> {
    await this.#giveBackOwed();
    const now = await this.#profiles.now();
    const lease = { browser: browserId, node: this.#node, now, until: now + LEASE_MS };
    const record = await this.#profiles.takeLease(profileId, lease);
    if (record) this.#held.add(browserId);
    return record;
  }

  /** Does nothing for a browser without the right. Never rejects. */
  async giveBack(browserId: string): Promise<void> {
    if (!this.#held.delete(browserId)) return;
    this.#owed.add(browserId);
    await this.#giveBackOwed();
  }

  async #giveBackOwed(): Promise<void> {
    for (const browserId of this.#owed) {
      try {
        await this.#profiles.freeLease(browserId);
        this.#owed.delete(browserId);
      } catch (error) {
        log.warn(
          `browser ${browserId}: its profile can be written again in a while:`,
          asFailure(error)?.message ?? error,
        );
        return;
      }
    }
  }

  async #renew(): Promise<void> {
    await this.#giveBackOwed();
    if (this.#held.size === 0) return;
    try {
      await this.#profiles.renewLeases([...this.#held], (await this.#profiles.now()) + LEASE_MS);
    } catch (error) {
      log.warn("the right to write profiles could not be renewed:", asFailure(error)?.message ?? error);
    }
  }
}
