/** Text that style sheets put before or after the content of an element. */

/** Pieces of the `content` property: functions such as `url(…)`, strings, and what sets the spoken text apart. */
const PIECES = /[\w-]+\((?:[^)"]|"(?:[^"\\]|\\.)*")*\)|"((?:[^"\\]|\\.)*)"|(\/)/g;

/** Signs of icon fonts say nothing. */
const PRIVATE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu;

/** `isShown`: only what can be seen. */
export function generated(element: Element, which: "::before" | "::after", isShown = false): string {
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (isShown && (style.visibility !== "visible" || Number(style.opacity) === 0)) return "";
  if (content === "none" || content === "normal" || !content || style.display === "none") return "";
  let text = "";
  let isAlternative = false;
  for (const [, string, slash] of content.matchAll(PIECES)) {
    if (slash) {
      text = "";
      isAlternative = true;
    } else text += (string ?? "").replace(/\\(.)/g, "$1");
  }
  const shown = text.replace(PRIVATE, "");
  return isAlternative || style.display !== "inline" ? ` ${shown} ` : shown;
}
