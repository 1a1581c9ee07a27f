/** Observer of a browser through its hub: a viewer or the recorder. */
import type { Frame } from "./screencast.ts";

/** Receives pictures and events of a browser. */
export interface Observer {
  frame(frame: Frame): void;
  /** Tabs, dialog or history have changed. */
  changed(): void;
  /** Milliseconds between pictures; undefined while it cannot take one. */
  paceMs(): number | undefined;
  /** The same if it were ready. */
  usualPaceMs(): number | undefined;
  /** It can answer dialogs. Otherwise the browser answers those that no client takes. */
  answersDialogs(): boolean;
  /** A person controls the browser through it. */
  isSteering(): boolean;
  /** It needs full quality, also if other observers are slow. */
  needsDetail(): boolean;
  /** The page opened a file chooser. */
  fileRequested(): void;
  /** The browser has ended. Not called after the observer was removed. */
  ended(): void;
}
