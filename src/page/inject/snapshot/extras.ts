/** Optional data of a line: the rows and cards around it, and the box of its text. */
import type { LineExtras, WalkOptions } from "../../core/library.ts";
import { takesCaption } from "../accessibility/captions.ts";
import { boxOf } from "../dom/boxes.ts";
import type { Found } from "../dom/found.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { groupsAround } from "../identity/context.ts";
import { isBeside } from "../identity/headings.ts";

/** Maximum number of nested rows and cards, from the innermost. */
const MAX_GROUPS = 4;

export function extrasOf(one: Found, { groups, boxes }: Pick<WalkOptions, "groups" | "boxes">): LineExtras {
  const inside = one.kind === "text" ? one.parent : one.element;
  return {
    ...(groups && isOutsideMain(one, inside) ? { isBeside: true as const } : {}),
    ...(groups
      ? {
          groups: groupsAround(inside, one.kind === "text")
            .slice(0, MAX_GROUPS)
            .map(idOf),
        }
      : {}),
    ...(boxes ? { shownAt: one.kind === "text" ? textBox(one.first, one.last) : boxOf(one.element) } : {}),
  };
}

/** True for navigation and similar parts, but not for dialogs, and not for fields such as the search field of a header. */
function isOutsideMain(one: Found, inside: Element): boolean {
  if (one.kind === "element" && takesCaption(one.element)) return false;
  return isBeside(inside) && !plain(inside).closest("dialog,[role=dialog],[role=alertdialog]");
}

function textBox(first: Node, last: Node) {
  const range = doc.createRange();
  range.setStartBefore(first);
  range.setEndAfter(last);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x, y, width, height };
}
