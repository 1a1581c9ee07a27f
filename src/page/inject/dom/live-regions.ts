/** The texts of live regions: what a page tells a person who does not look at the place. */
import { plain } from "./plain.ts";
import { queryAll } from "./query.ts";
import { squash } from "./text.ts";

const LIVE = "[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],[role=log],output";

/** A longer one is no message. */
const MAX_LENGTH = 200;

export function messages(): string[] {
  const texts = queryAll(LIVE).flatMap(textsOf);
  return [...new Set(texts)].filter((text) => text !== "" && text.length <= MAX_LENGTH);
}

/** The entries of a log are messages of their own; words of one line are one message. */
function textsOf(region: Element): string[] {
  const entries = [...plain(region).children].filter(
    (one) => !/^(inline|contents)/.test(getComputedStyle(one).display),
  );
  return entries.length > 1 ? entries.flatMap(textsOf) : [squash(plain(region).textContent ?? "")];
}
