/** The messages in live regions. */
import { plain } from "./plain.ts";
import { queryAll } from "./query.ts";
import { squash } from "./text.ts";

const LIVE = "[aria-live=polite],[aria-live=assertive],[role=status],[role=alert],[role=log],output";

/** A longer text is not a message. */
const MAX_LENGTH = 200;

export function messages(): string[] {
  const texts = queryAll(LIVE).flatMap(textsOf);
  return [...new Set(texts)].filter((text) => text !== "" && text.length <= MAX_LENGTH);
}

/** Each entry of a log is a message; inline content of one line is one message. */
function textsOf(region: Element): string[] {
  const entries = [...plain(region).children].filter(
    (one) => !/^(inline|contents)/.test(getComputedStyle(one).display),
  );
  return entries.length > 1 ? entries.flatMap(textsOf) : [squash(plain(region).textContent ?? "")];
}
