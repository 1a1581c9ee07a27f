/** Messages at the foot of the page: a status that disappears, and a failure that stays until it is dismissed. */
import { Store, useStore } from "../hooks/store.ts";
import { toMain } from "./keyboard.ts";

const SHOWN_MS = 6_000;

const status = new Store("");
const failure = new Store("");
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Shows a status message for `SHOWN_MS`. Screen readers read it. */
export function say(text: string): void {
  status.set(text);
  clearTimeout(clearing);
  clearing = setTimeout(() => status.set(""), SHOWN_MS);
}

/** Shows an error until the reader dismisses it or opens another view. */
export function fail(error: Error): void {
  say("");
  failure.set(error.message);
}

export function clearFailure(): void {
  failure.set("");
}

/** The elements are always rendered, because screen readers only read changes of existing elements. */
export function Notices() {
  const text = useStore(failure);
  const dismiss = () => {
    clearFailure();
    toMain();
  };
  return (
    <>
      <p id="failure" role="alert">
        {text !== "" && (
          <>
            <span>{text}</span>
            <button type="button" class="quiet" onClick={dismiss}>
              Dismiss
            </button>
          </>
        )}
      </p>
      <p id="status" role="status" aria-live="polite">
        {useStore(status)}
      </p>
    </>
  );
}
