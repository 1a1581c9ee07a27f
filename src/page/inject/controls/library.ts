/** The methods of the library that work on controls. */
import type { ControlLibrary } from "../../core/library-controls.ts";
import { checkField, ensureSelected, enterField, focusIsSecret, focusOn } from "./fields.ts";
import { fileInput } from "./file-inputs.ts";
import { fillKind } from "./fillable.ts";
import { currentChoices, hasChoice, listOf, optionApplied, recordShownLists, selectedOptions } from "./lists.ts";
import { leaveField, nativeInputPoint, nativeInputStep, setNativeInput } from "./native-inputs.ts";
import { select, selected } from "./native-options.ts";
import { fieldValue, readBack } from "./read-back.ts";
import { findOption } from "./seek.ts";
import { toggle, toggled } from "./toggles.ts";

export const controls: ControlLibrary = {
  checkField,
  nativeInputPoint,
  nativeInputStep,
  setNativeInput,
  leaveField,
  enterField,
  ensureSelected,
  readBack,
  fieldValue,
  focusOn,
  focusIsSecret,
  fillKind,
  select,
  selected,
  listOf,
  recordShownLists,
  findOption,
  selectedOptions,
  currentChoices,
  hasChoice,
  optionApplied,
  toggle,
  toggled,
  fileInput,
};
