/** What a view that looks again and again has in common: it does so while it is seen, and ends with it. */

const LOOK_AGAIN_MS = 3_000;

let timer: ReturnType<typeof setInterval> | undefined;

/** Draws now, and again every few seconds while the page is seen. What goes wrong later leaves what is drawn. */
export async function watched(draw: () => Promise<void>): Promise<void> {
  await draw();
  timer = setInterval(() => {
    // A person who holds a button or reads a row with the keyboard is not disturbed.
    if (document.visibilityState === "visible" && !document.querySelector("dialog[open], td :focus")) {
      draw().catch(() => {});
    }
  }, LOOK_AGAIN_MS);
}

/** Another view comes. */
export function endView(): void {
  clearInterval(timer);
  timer = undefined;
}
