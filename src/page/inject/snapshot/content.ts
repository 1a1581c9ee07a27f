/** Decides which images and hidden audio elements are listed although they have no action. */

import { NAMED_BY_CONTENT } from "../accessibility/names.ts";
import { explicitRole, roleOf } from "../accessibility/roles.ts";
import { areaOf } from "../dom/boxes.ts";
import type { FoundElement } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

/** An image with a shorter side, in pixels, is an icon and needs a name to be listed. */
const ICON_PX = 48;

/** A canvas with a shorter side, in pixels, is a ruler. */
const MAX_RULER_PX = 16;

/** An element below MAX_CARD of the viewport includes its images. A larger one includes those above MAX_SHARE of it. */
const MAX_CARD = 0.5;
const MAX_SHARE = 0.05;

const NAMING = "[alt]:not([alt='']),[aria-label],[aria-labelledby],[title]:not([title=''])";

/** True for an image with a line of its own. `around` is the nearest listed ancestor. */
export function isPicture(
  raw: Element,
  tag: string,
  around: FoundElement | undefined,
  isInView: () => boolean,
): boolean {
  if (tag === "canvas") return isCanvas(raw, around);
  const element = plain(raw);
  const role = explicitRole(element);
  if (role === "none" || (role !== undefined && role !== "img") || element.closest("[aria-hidden=true i]"))
    return false;
  const isNamed = element.matches(NAMING) || (tag === "svg" && element.querySelector(":scope > title") !== null);
  // An empty `alt` marks a decorative image.
  const isLarge = tag === "img" && !element.hasAttribute("alt") && isLargerThanIcon(element);
  return (isNamed || (isLarge && isInView() && !isPartOfAny(around))) && !isPartOf(element, around);
}

/** False for a canvas as thin as a line, and for one that is part of an element named by its content. */
function isCanvas(raw: Element, around: FoundElement | undefined): boolean {
  const { width, height } = plain(raw).getBoundingClientRect();
  return Math.min(width, height) > MAX_RULER_PX && !(around && NAMED_BY_CONTENT.has(roleOf(around.element)));
}

/** True inside a listed element, such as a map, a board or an editor, whose unnamed images are parts of it. */
function isPartOfAny(around: FoundElement | undefined): boolean {
  let outer = around;
  while (outer?.reason === "scroll") outer = outer.around;
  return outer !== undefined;
}

function isLargerThanIcon(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) > ICON_PX;
}

/** True for an image that identifies a button, link or card, and is part of its name. */
function isPartOf(picture: Element, around: FoundElement | undefined): boolean {
  let outer = around;
  while (outer?.reason === "scroll") outer = outer.around;
  if (!outer) return false;
  if (outer.reason !== "sure" || NAMED_BY_CONTENT.has(roleOf(outer.element))) return true;
  const area = areaOf(outer.element);
  return area < MAX_CARD * innerWidth * innerHeight || areaOf(picture) > MAX_SHARE * area;
}

/** True for an audio element with a source and without controls. The browser's own style hides it. */
export function isHiddenSound(raw: Element): raw is HTMLAudioElement {
  return raw instanceof HTMLAudioElement && !raw.controls && (raw.currentSrc !== "" || raw.srcObject !== null);
}
