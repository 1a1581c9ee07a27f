/** What watches a browser through its hub: a viewer or the recorder. */
import type { Frame } from "./screencast.ts";

/** Who looks at a browser. */
export interface Onlooker {
  frame(frame: Frame): void;
  /** Tabs, dialog or history are different. */
  changed(): void;
  /** Milliseconds between the pictures that it wants; undefined while it can take none. */
  paceMs(): number | undefined;
  /** The same, were it able to. */
  usualPaceMs(): number | undefined;
  /** It can answer dialogs. Only then are they taken from the browser, which else answers those that no client wants. */
  answersDialogs(): boolean;
  /** A person steers by it. */
  isSteering(): boolean;
  /** It needs the pictures as good as they are, however slow somebody else's line is. */
  needsDetail(): boolean;
  /** The page asks for a file. */
  fileAsked(): void;
  /** The browser is gone. It was not called while the onlooker was there by its own will. */
  ended(): void;
}
