/** Which of a label and its control a person acts on, and which one tells the text. */

import { isFileInput } from "../accessibility/interactive.ts";
import { isVisible } from "../dom/boxes.ts";

/** A label whose control cannot be seen is what a person acts on. */
export function standsForHidden(element: Element): boolean {
  if (!(element instanceof HTMLLabelElement) || !element.control) return false;
  return !isFileInput(element.control) && !isVisible(element.control);
}

/** The control that tells the text of this label, where the label is not listed itself and holds nothing else to act on. */
export function labelledBy(label: HTMLLabelElement, isListed: boolean): Element | undefined {
  const { control } = label;
  if (isListed || !control) return undefined;
  return isVisible(control) || isFileInput(control) ? control : undefined;
}
