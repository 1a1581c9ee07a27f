/** Waiting for the page without asking it again and again: looked at after each change of the document. */

/** Shadow roots and properties tell no observer of their changes: those are looked at this often. */
const LOOK_MS = 50;

/** Resolves with the first truthy answer of `look`, or with its last answer when the time is over. */
export function until<T>(waitMs: number, look: () => T): Promise<T> {
  const first = look();
  if (first || waitMs <= 0) return Promise.resolve(first);
  const { promise, resolve } = Promise.withResolvers<T>();
  const deadline = performance.now() + waitMs;
  const check = () => {
    const answer = look();
    if (!answer && performance.now() < deadline) return;
    observer.disconnect();
    clearInterval(timer);
    resolve(answer);
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const timer = setInterval(check, Math.min(LOOK_MS, waitMs));
  return promise;
}
