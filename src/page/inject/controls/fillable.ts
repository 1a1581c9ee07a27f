/** How to fill a field: by typing, by choosing from a list, or by switching. */
import type { FillKind } from "../../core/library-controls.ts";
import { controlOf, factsOf } from "../accessibility/facts.ts";
import { fieldOf, isKeysWidget, isTyped } from "../accessibility/field-kinds.ts";
import { isFileInput } from "../accessibility/interactive.ts";
import { matchesRole } from "../accessibility/internals.ts";
import { replacedBy } from "../accessibility/native-list.ts";
import { explicitRole } from "../accessibility/roles.ts";
import { elementOf } from "../identity/registry.ts";
import { isList } from "./lists.ts";
import { nativeOf } from "./native-options.ts";
import { toggleOf } from "./toggles.ts";

export function fillKind(id: number): FillKind | null {
  const listed = elementOf(id);
  if (!listed) return null;
  return { kind: kindFor(listed), facts: factsOf(listed) };
}

function kindFor(listed: Element): FillKind["kind"] {
  if (isFileInput(controlOf(listed))) return "file";
  if (nativeOf(listed)) return "native list";
  // A group of radio buttons contains switches but is a list.
  if (matchesRole(listed, "fieldset, [role=radiogroup], [role=listbox]") && isList(listed)) return "list";
  if (explicitRole(listed) === "combobox" && replacedBy(listed)) return "list";
  const field = fieldOf(listed);
  if (isTyped(field) || isKeysWidget(field)) {
    if (explicitRole(field) !== "combobox") return "text";
    return isTyped(field) && (field as HTMLInputElement).readOnly !== true ? "suggestions" : "list";
  }
  if (toggleOf(listed)) return "switch";
  return isList(listed) ? "list" : "none";
}
