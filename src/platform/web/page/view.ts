/**
 * What views have in common that look again and again: they do so while they are seen, say when the server is away, and end
 * when another one comes.
 */
import { CallError } from "./api.ts";
import { byId } from "./dom.ts";

const LOOK_AGAIN_MS = 3_000;

let view = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let refused = () => {};

/** What happens when the key of a view that looks again is refused. */
export function onRefusal(handle: () => void): void {
  refused = handle;
}

/** Ends the view before; tells whether the one that begins is still the one that is wanted, however slowly its data comes. */
export function beginView(): () => boolean {
  clearTimeout(timer);
  trouble("");
  const mine = ++view;
  return () => mine === view;
}

/** Draws now, and again a few seconds after each time while the page is seen. What goes wrong later leaves what is drawn. */
export async function watched(draw: () => Promise<void>): Promise<void> {
  const mine = view;
  await draw();
  const again = async () => {
    try {
      if (document.visibilityState === "visible" && !isHeld()) await draw();
      if (mine === view) trouble("");
    } catch (error) {
      if (mine === view && error instanceof CallError && error.status === 401) return refused();
      if (mine === view) trouble(`${(error as Error).message} This is how things were; trying again…`);
    }
    if (mine === view) timer = setTimeout(again, LOOK_AGAIN_MS);
  };
  if (mine === view) timer = setTimeout(again, LOOK_AGAIN_MS);
}

/** A person answers a dialog or marks a text to copy it: nothing moves beneath. */
function isHeld(): boolean {
  return document.querySelector("dialog[open]") !== null || getSelection()?.isCollapsed === false;
}

function trouble(text: string): void {
  const line = byId("trouble");
  // Read out when it changes, and not again every few seconds.
  if (line.textContent !== text) line.textContent = text;
}
