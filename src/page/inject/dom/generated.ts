/** Generated content: text that style sheets put before or after the content of an element. */

/** Parts of the `content` property: functions such as `url(…)`, strings, and the slash before the alternative text. */
const PIECES = /[\w-]+\((?:[^)"]|"(?:[^"\\]|\\.)*")*\)|"((?:[^"\\]|\\.)*)"|(\/)/g;

/** Private-use characters: icon fonts. */
const PRIVATE = /[\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu;

/** The generated text of an element; with `isShown` only visible text. */
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
