/**
 * What views have in common that look again and again: they do so while they are seen, say when the server is away, and end
 * when another one comes.
 */
import { CallError } from "./api.ts";
import { byId } from "./dom.ts";
import { hush } from "./notices.ts";

const LOOK_AGAIN_MS = 3_000;

const COME_BACK_MS = 2_000;

let view = 0;
let leaving = new AbortController();
let timer: ReturnType<typeof setTimeout> | undefined;
let refused = () => {};

/** What happens when the key of a view that looks again is refused. */
export function onRefusal(handle: () => void): void {
  refused = handle;
}

/** Ends the view before; tells whether the one that begins is still the one that is wanted, however slowly its data comes. */
export function beginView(): () => boolean {
  clearTimeout(timer);
  leaving.abort();
  leaving = new AbortController();
  trouble("");
  hush();
  const mine = ++view;
  return () => mine === view;
}

/** Aborted when another view comes. */
export function viewSignal(): AbortSignal {
  return leaving.signal;
}

/** Draws now, and again a few seconds after each time while the page is seen. What goes wrong later leaves what is drawn. */
export async function watched(draw: () => Promise<void>, everyMs = LOOK_AGAIN_MS): Promise<void> {
  const mine = view;
  await draw();
  const again = async () => {
    try {
      if (document.visibilityState === "visible" && !isHeld()) await draw();
      if (mine === view) trouble("");
    } catch (error) {
      if (mine === view && isRefusal(error)) return;
    }
    if (mine === view) timer = setTimeout(again, everyMs);
  };
  if (mine === view) timer = setTimeout(again, everyMs);
}

/**
 * Reads from a connection that stays, and comes back to it when it breaks, until `read` says that all was read or the signal of
 * its view is aborted. `read` calls `isThere` when the server has answered.
 */
export async function followed(signal: AbortSignal, read: (isThere: () => void) => Promise<boolean>): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await read(() => trouble(""))) return;
    } catch (error) {
      if (signal.aborted || isRefusal(error)) return;
    }
    await new Promise((go) => setTimeout(go, COME_BACK_MS));
  }
}

/** Says what went wrong; true when there is nothing to try again. */
function isRefusal(error: unknown): boolean {
  const isRefused = error instanceof CallError && error.status === 401;
  if (isRefused) refused();
  else trouble(`${(error as Error).message} This is how things were; trying again…`);
  return isRefused;
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
