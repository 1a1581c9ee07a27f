/** Pages above and below the visible part, and the horizontal position in percent; undefined when nothing scrolls. */
import type { ScrollShare } from "../../core/library.ts";
import { doc, plain } from "./plain.ts";

export function scrollShare(raw: Element, style: CSSStyleDeclaration, overflowY: string): ScrollShare | undefined {
  // `overflow-x` and `overflow-y` are either both `visible` or both not.
  if (overflowY === "visible" || overflowY === "clip") return undefined;
  const element = plain(raw);
  const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element;
  const isTall = clientHeight > 0 && scrollHeight > clientHeight + 1;
  const isWide = clientWidth > 0 && scrollWidth > clientWidth + 1;
  if (!isTall && !isWide) return undefined;
  if (raw === doc.scrollingElement || element.matches("body, html, textarea, input, select")) return undefined;
  const vertical = isTall && /auto|scroll|overlay/.test(overflowY);
  const horizontal = isWide && /auto|scroll|overlay/.test(style.overflowX);
  if (!vertical && !horizontal) return undefined;
  const pages = (pixels: number) => Math.round((pixels / clientHeight) * 10) / 10;
  const share: ScrollShare = { above: 0, below: 0 };
  if (vertical) {
    share.above = pages(element.scrollTop);
    share.below = pages(scrollHeight - clientHeight - element.scrollTop);
  }
  if (horizontal) share.horizontal = Math.round((Math.abs(element.scrollLeft) / (scrollWidth - clientWidth)) * 100);
  return share;
}
