/** What the live view shows. */
import type { ChoiceState, ViewState } from "../stream/messages.ts";
import type { Place } from "./picture.ts";

export interface Notice {
  title: string;
  text: string;
}

export interface Shown {
  connection: "first" | "open" | "lost";
  /** The view has come to its end: why. */
  ended: Notice | undefined;
  /** This page may act; undefined until the server tells. */
  isInteractive: boolean | undefined;
  browser: ViewState | undefined;
  /** The picture of the active tab was painted. */
  hasPicture: boolean;
  /** The keyboard is in the picture. */
  hasKeyboard: boolean;
  /** A sentence that stands in the status for a while. */
  note: string;
  /** Where another viewer points. */
  pointer: Place | undefined;
  /** The open list of a choice in the page, and where it was pressed. */
  choices: { options: ChoiceState[]; at: Place } | undefined;
  /** A text to be copied by hand. */
  copied: string | undefined;
}

/** What is shown before the server told anything. */
export const START: Shown = {
  ...{ connection: "first", ended: undefined, isInteractive: undefined, browser: undefined },
  ...{ hasPicture: false, hasKeyboard: false, note: "", pointer: undefined, choices: undefined, copied: undefined },
};
