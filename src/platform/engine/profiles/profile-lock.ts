/**
 * The lock of a profile's only writer, a lease in the database. It is renewed while the browser runs and released when it has
 * ended; a failed release is retried.
 */
import { asFailure } from "../../../errors.ts";
import { log } from "../../../lib/log.ts";
import type { ProfileRecord, ProfileRecords } from "../../store/records/profiles.ts";
import { LEASE_MS } from "../lifecycle/leases.ts";

/** Interval of renewals; the lease is as long as that of a browser. */
const RENEW_MS = 10_000;

export class ProfileLocks {
  readonly #profiles: ProfileRecords;
  readonly #node: string;
  /** Browsers that hold a lock. */
  readonly #holders = new Set<string>();
  /** Ended browsers whose lock could not be released yet. */
  readonly #unreleased = new Set<string>();
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

  /** Acquires the lock. Returns the current profile record; undefined if another browser holds the lock. */
  async take(profileId: string, browserId: string): Promise<ProfileRecord | undefined> {
    await this.#releasePending();
    const now = await this.#profiles.now();
    const lease = { browser: browserId, node: this.#node, now, until: now + LEASE_MS };
    const record = await this.#profiles.takeLease(profileId, lease);
    if (record) this.#holders.add(browserId);
    return record;
  }

  /** Releases the lock, if the browser holds one. Never rejects. */
  async release(browserId: string): Promise<void> {
    if (!this.#holders.delete(browserId)) return;
    this.#unreleased.add(browserId);
    await this.#releasePending();
  }

  async #releasePending(): Promise<void> {
    for (const browserId of this.#unreleased) {
      try {
        await this.#profiles.freeLease(browserId);
        this.#unreleased.delete(browserId);
      } catch (error) {
        log.warn(
          `browser ${browserId}: releasing its profile lock failed and is retried:`,
          asFailure(error)?.message ?? error,
        );
        return;
      }
    }
  }

  async #renew(): Promise<void> {
    await this.#releasePending();
    if (this.#holders.size === 0) return;
    try {
      await this.#profiles.renewLeases([...this.#holders], (await this.#profiles.now()) + LEASE_MS);
    } catch (error) {
      log.warn("renewing profile locks failed:", asFailure(error)?.message ?? error);
    }
  }
}
