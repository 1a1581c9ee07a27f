/** Requests and results of choosing options: plain data. */

import type { Effect } from "../actions/effects.ts";
import type { ChooseBy, ChooseMode, ChosenOption } from "../core/library-controls.ts";

export interface Choice {
  wanted: string[];
  /** Null: by value, then by label, then by a part of the label. */
  by: ChooseBy | null;
  mode: ChooseMode;
  /** Create entries for options that the list does not have, if it allows that. */
  create?: boolean;
}

export interface Chosen extends Effect {
  chosen: ChosenOption[];
  /** False if the options were chosen already. */
  isChanged: boolean;
  /** The list is not visible: a widget in its place may show another state. */
  isHidden?: boolean;
  /** Labels of the entries that were created. */
  created?: string[];
  /** Labels of the selected options, if the page did not keep the choice. */
  holds?: string[];
}
