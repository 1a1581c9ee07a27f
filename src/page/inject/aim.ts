/**
 * Whether a press arrives at the element it was aimed at: a page may move things as the pointer comes. Listens in this world alone, where
 * no page can see it, and believes only what it saw.
 */
import { receives } from "./covers.ts";
import { tagText } from "./point.ts";
import { closest, shadowOf } from "./tree.ts";

let aimed: Element | undefined;
let missedBy: string | undefined;
let isListening = false;

export function aim(element: Element): void {
  aimed = element;
  missedBy = undefined;
  if (isListening) return;
  isListening = true;
  addEventListener("mousedown", note, { capture: true, passive: true });
}

/** What got the press instead; asked once. */
export function missed(): string | undefined {
  const answer = missedBy;
  aimed = undefined;
  missedBy = undefined;
  return answer;
}

function note(event: Event): void {
  const [hit] = event.composedPath();
  if (!aimed || !event.isTrusted || !(hit instanceof Element)) return;
  // Behind a closed root only its host is told.
  const arrives = aimed.isConnected ? receives(aimed, hit) || shadowOf(hit) !== undefined : isLike(aimed, hit);
  if (!arrives) missedBy = tagText(hit);
  aimed = undefined;
}

/** A page that draws an element anew when the pointer comes has put another one of the same words in its place. */
function isLike(gone: Element, hit: Element): boolean {
  const like = closest(hit, (one) => one.localName === gone.localName);
  return like !== null && like.textContent === gone.textContent;
}
