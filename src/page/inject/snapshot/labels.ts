/** Decides whether a label or its control is listed, and which of them shows the text. */

import { isFileInput } from "../accessibility/interactive.ts";
import { isVisible } from "../dom/boxes.ts";

/** True for a label of a hidden control: the label is clicked in its place. */
export function isLabelOfHidden(element: Element): boolean {
  if (!(element instanceof HTMLLabelElement) || !element.control) return false;
  return !isFileInput(element.control) && !isVisible(element.control);
}

/** The visible control that shows the text of a label that is not listed itself. */
export function visibleControlOf(label: HTMLLabelElement, isListed: boolean): Element | undefined {
  const { control } = label;
  if (isListed || !control) return undefined;
  return isVisible(control) || isFileInput(control) ? control : undefined;
}
