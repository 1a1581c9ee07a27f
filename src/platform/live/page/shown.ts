/** State of the live view's page. */
import type { ChoiceState, ViewState } from "../stream/messages.ts";
import type { Place } from "./picture.ts";

export interface Notice {
  title: string;
  text: string;
}

export interface Shown {
  connection: "first" | "open" | "lost";
  /** Set when the view has ended: the reason. */
  ended: Notice | undefined;
  /** This page may send input; undefined until the server says so. */
  isInteractive: boolean | undefined;
  browser: ViewState | undefined;
  /** The picture of the active tab was painted. */
  hasPicture: boolean;
  /** The picture has the focus. */
  hasKeyboard: boolean;
  /** A temporary message in the status line. */
  note: string;
  /** Pointer of another viewer. */
  pointer: Place | undefined;
  /** Open choices of the page, and the pressed point. */
  choices: { options: ChoiceState[]; at: Place } | undefined;
  /** A text to copy manually. */
  copied: string | undefined;
}

/** The state before the first message. */
export const START: Shown = {
  ...{ connection: "first", ended: undefined, isInteractive: undefined, browser: undefined },
  ...{ hasPicture: false, hasKeyboard: false, note: "", pointer: undefined, choices: undefined, copied: undefined },
};
