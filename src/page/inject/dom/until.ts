/** Waiting: for a condition, which is checked after each change of the document, and for a time. */

/** Polling interval for changes that mutation observers do not report: shadow roots and properties. */
const POLL_MS = 50;

/** Resolves with the first truthy result of `evaluate`, or with its last result when the time is over. */
export function until<T>(waitMs: number, evaluate: () => T): Promise<T> {
  const first = evaluate();
  if (first || waitMs <= 0) return Promise.resolve(first);
  const { promise, resolve } = Promise.withResolvers<T>();
  const deadline = performance.now() + waitMs;
  const check = () => {
    const result = evaluate();
    if (!result && performance.now() < deadline) return;
    observer.disconnect();
    clearInterval(timer);
    resolve(result);
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const timer = setInterval(check, Math.min(POLL_MS, waitMs));
  return promise;
}

export function sleep(ms = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
