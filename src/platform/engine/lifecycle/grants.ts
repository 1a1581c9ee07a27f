/**
 * Signed tokens in URLs. A token is bound to an API key and is valid until it expires or the key is revoked. No table of tokens
 * exists.
 */

import type { Secret } from "../../store/objects/secret.ts";
import type { Revocations } from "../../store/records/revocations.ts";

/** Purpose, subject, expiry (ms since 1970) and API key of a token. */
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

  /** A token that is safe in a path segment. */
  token({ purpose, subject, expires, keyId }: Granting): string {
    return `${keyId}~${this.#secret.token(purpose, boundTo(keyId, subject), expires)}`;
  }

  /** Id of the token's API key; undefined if the token is invalid, expired or for something else. */
  opened(token: string, purpose: string, subject: string, now: number): string | undefined {
    const [, keyId, signed = ""] = /^([0-9a-f-]{36})~(.+)$/.exec(token) ?? [];
    if (keyId === undefined || !this.#secret.opens(signed, purpose, boundTo(keyId, subject), now)) return undefined;
    return this.#revocations.has(keyId) ? undefined : keyId;
  }

  /** Calls `end` when the key is revoked. Returns the unsubscribe function. */
  watch(keyId: string, end: () => void): () => void {
    return this.#revocations.watch(keyId, end);
  }
}

function boundTo(keyId: string, subject: string): string {
  return JSON.stringify([keyId, subject]);
}
