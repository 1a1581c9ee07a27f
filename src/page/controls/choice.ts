/** Which options of a list are asked for, and what was chosen: plain data. */

import type { Effect } from "../actions/effects.ts";
import type { ChooseBy, ChooseMode, ChosenOption } from "../core/library-controls.ts";

export interface Choice {
  wanted: string[];
  /** Null: by value, then by label, then by a part of one. */
  by: ChooseBy | null;
  mode: ChooseMode;
  /** What the list does not have is entered as something new, where it takes that. */
  create?: boolean;
}

export interface Chosen extends Effect {
  chosen: ChosenOption[];
  /** False where all was so already. */
  isChanged: boolean;
  /** Nobody sees the list: a widget in its place may show something else. */
  isHidden?: boolean;
  /** Those of them that the list did not have. */
  created?: string[];
  /** The page did not keep the choice: what is selected now. */
  holds?: string[];
}
