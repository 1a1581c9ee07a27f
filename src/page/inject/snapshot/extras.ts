/** What a walk tells of a line only where it is asked: the rows and cards it lies in, and where its text is. */
import type { LineExtras, WalkOptions } from "../../core/library.ts";
import { takesCaption } from "../accessibility/captions.ts";
import { boxOf } from "../dom/boxes.ts";
import type { Found } from "../dom/found.ts";
import { idOf } from "../dom/ids.ts";
import { doc, plain } from "../dom/plain.ts";
import { groupsAround } from "../identity/context.ts";
import { isBeside } from "../identity/headings.ts";

/** Rows and cards inside one another that are told, from the innermost. */
const MAX_GROUPS = 4;

export function extrasOf(one: Found, { groups, boxes }: Pick<WalkOptions, "groups" | "boxes">): LineExtras {
  const inside = one.kind === "text" ? one.parent : one.element;
  return {
    ...(groups && isAside(one, inside) ? { isBeside: true as const } : {}),
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

/** Menus and the like. A dialog comes first, and a field in the header, such as that of a search, is often what one came for. */
function isAside(one: Found, inside: Element): boolean {
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
