/** The methods of the library that work on controls. */
import type { ControlLibrary } from "../../core/library-controls.ts";
import { checkField, ensureSelected, enterField, focusIsSecret, focusOn } from "./fields.ts";
import { fileInput } from "./file-inputs.ts";
import { fillKind } from "./fillable.ts";
import { fieldValue, heldBy } from "./held-value.ts";
import { beforeOpening, hasChoice, heldChoices, listOf, selectedOptions, tookOption } from "./lists.ts";
import { handPoint, handSet, handStep, leaveField } from "./native-inputs.ts";
import { select, selected } from "./native-options.ts";
import { findOption } from "./seek.ts";
import { toggle, toggled } from "./toggles.ts";

export const controls: ControlLibrary = {
  checkField,
  handPoint,
  handStep,
  handSet,
  leaveField,
  enterField,
  ensureSelected,
  heldBy,
  fieldValue,
  focusOn,
  focusIsSecret,
  fillKind,
  select,
  selected,
  listOf,
  beforeOpening,
  findOption,
  selectedOptions,
  heldChoices,
  hasChoice,
  tookOption,
  toggle,
  toggled,
  fileInput,
};
