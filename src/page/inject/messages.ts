/** The texts of live regions: what a page tells a person who does not look at the place. */
import { plain } from "./plain.ts";
import { queryAll } from "./query.ts";
import { squash } from "./text.ts";

const LIVE = "[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],[role=log],output";

/** A longer one is no message. */
const MAX_LENGTH = 200;

export function messages(): string[] {
  const texts = queryAll(LIVE).map((one) => squash(plain(one).textContent ?? ""));
  return [...new Set(texts)].filter((text) => text !== "" && text.length <= MAX_LENGTH);
}
