/**
 * Tokens of addresses, each bound to the API key that it was given to: it opens until it expires or that key is revoked,
 * whichever comes first. No table of them exists.
 */

import type { Secret } from "../../store/objects/secret.ts";
import type { Revocations } from "../../store/records/revocations.ts";

/** What a token is for, to whom it was given, and until when (ms since 1970). */
export interface Granting {
  purpose: string;
  subject: string;
  expires: number;
  keyId: string;
}

export class Grants {
  readonly #secret: Secret;
  readonly #revocations: Revocations;

  constructor(secret: Secret, revocations: Revocations) {
    this.#secret = secret;
    this.#revocations = revocations;
  }

  /** Fit for a part of a path. */
  token({ purpose, subject, expires, keyId }: Granting): string {
    return `${keyId}~${this.#secret.token(purpose, boundTo(keyId, subject), expires)}`;
  }

  /** The id of the key that it was given to; undefined where it does not open that, or not any more. */
  opened(token: string, purpose: string, subject: string, now: number): string | undefined {
    const [, keyId, signed = ""] = /^([0-9a-f-]{36})~(.+)$/.exec(token) ?? [];
    if (keyId === undefined || !this.#secret.opens(signed, purpose, boundTo(keyId, subject), now)) return undefined;
    return this.#revocations.has(keyId) ? undefined : keyId;
  }

  /** Calls `end` when that key is revoked. What it returns forgets that. */
  watch(keyId: string, end: () => void): () => void {
    return this.#revocations.watch(keyId, end);
  }
}

function boundTo(keyId: string, subject: string): string {
  return JSON.stringify([keyId, subject]);
}
