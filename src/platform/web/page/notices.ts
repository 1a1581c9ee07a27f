/** What the page says at its foot, and buttons whose work may fail. */
import { visible } from "../../../lib/visible.ts";
import { byId, h } from "./dom.ts";

/** How long a sentence stays. */
const SHOWN_MS = 6_000;

let clearing: ReturnType<typeof setTimeout> | undefined;

/** One line at the foot of the page, read aloud, gone after a while. */
export function say(text: string): void {
  byId("status").textContent = visible(text);
  clearTimeout(clearing);
  clearing = setTimeout(() => say(""), SHOWN_MS);
}

/** What went wrong: it stays until the reader dismisses it or goes to another page. */
export function fail(error: Error): void {
  say("");
  const dismiss = () => {
    hush();
    byId("main").focus({ preventScroll: true });
  };
  byId("failure").replaceChildren(
    h("span", {}, error.message),
    h("button", { type: "button", className: "quiet", onclick: dismiss }, "Dismiss"),
  );
}

/** Takes back what went wrong. */
export function hush(): void {
  byId("failure").replaceChildren();
}

/**
 * Runs what a button asks for: it cannot be pressed twice, and what goes wrong is said. The button is not disabled meanwhile,
 * since it would lose the keyboard.
 */
export function act(work: () => Promise<unknown>): (event: Event) => void {
  return (event) => {
    const button = event.currentTarget as HTMLButtonElement;
    if (button.ariaDisabled === "true") return;
    const hadKeyboard = document.activeElement === button;
    button.ariaDisabled = "true";
    work()
      .catch(fail)
      .finally(() => {
        button.ariaDisabled = null;
        // Where the button is gone by now, the keyboard goes on from the content.
        if (hadKeyboard && document.activeElement === document.body) byId("main").focus({ preventScroll: true });
      });
  };
}
