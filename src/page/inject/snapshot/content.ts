/** Tells which pictures and which hidden sound are listed, though they are not made to be acted on: a person speaks of them. */

import { NAMED_BY_CONTENT } from "../accessibility/names.ts";
import { explicitRole, roleOf } from "../accessibility/roles.ts";
import type { FoundElement } from "../dom/found.ts";
import { plain } from "../dom/plain.ts";

/** A picture with a shorter side is an icon, which says nothing where it has no name. */
const ICON_SIDE = 48;

/** A canvas that is no wider or no higher is a ruler. */
const MAX_LINE = 16;

/** A box that is acted on and takes less of the viewport is a card, with its pictures; a picture in it that takes more of it, too. */
const MAX_CARD = 0.5;
const MAX_SHARE = 0.05;

const NAMING = "[alt]:not([alt='']),[aria-label],[aria-labelledby],[title]:not([title=''])";

/** True for a picture that is worth a line of its own. `around` is what is listed around it, `isInView` where it is. */
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
  // An empty `alt` says that the picture is decoration.
  const isLarge = tag === "img" && !element.hasAttribute("alt") && isLargerThanIcon(element);
  return (isNamed || (isLarge && isInView() && !isPartOfAny(around))) && !isPartOf(element, around);
}

/** A canvas is drawn and acted on by its own script; one that is as thin as a line marks places in what it lies beside. */
function isCanvas(raw: Element, around: FoundElement | undefined): boolean {
  const { width, height } = plain(raw).getBoundingClientRect();
  return Math.min(width, height) > MAX_LINE && !(around && NAMED_BY_CONTENT.has(roleOf(around.element)));
}

/** Pictures without a name in a map, a board or an editor are what that is drawn with. */
function isPartOfAny(around: FoundElement | undefined): boolean {
  let outer = around;
  while (outer?.reason === "scroll") outer = outer.around;
  return outer !== undefined;
}

function isLargerThanIcon(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) > ICON_SIDE;
}

/** True for a picture by which a button, link or card is known: it stands in the name of that. */
function isPartOf(picture: Element, around: FoundElement | undefined): boolean {
  let outer = around;
  while (outer?.reason === "scroll") outer = outer.around;
  if (!outer) return false;
  if (outer.reason !== "sure" || NAMED_BY_CONTENT.has(roleOf(outer.element))) return true;
  const area = areaOf(outer.element);
  return area < MAX_CARD * innerWidth * innerHeight || areaOf(picture) > MAX_SHARE * area;
}

function areaOf(element: Element): number {
  const { width, height } = plain(element).getBoundingClientRect();
  return width * height;
}

/** True for sound without controls that has something to play: styles of the browser hide it. */
export function isHiddenSound(raw: Element): raw is HTMLAudioElement {
  return raw instanceof HTMLAudioElement && !raw.controls && (raw.currentSrc !== "" || raw.srcObject !== null);
}
