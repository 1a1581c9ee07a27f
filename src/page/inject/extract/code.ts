/** Code as it is drawn, line by line. Works on a copy, and knows no format. */

/** What highlighters make lines of; the copy makes `div` of every part that is drawn as a block. */
const LINES = /^(div|p|li|tr)$/;

/** The text of a `pre`: a line for a `br` and for every block in it, beside those that the text has. */
export function codeText(pre: Element): string {
  let text = "";
  // The end of a block: a line end of the text's own after it is the same one.
  let isOwed = false;
  const write = (data: string) => {
    if (data === "") return;
    text += isOwed && !data.startsWith("\n") ? `\n${data}` : data;
    isOwed = false;
  };
  const edge = () => {
    isOwed ||= text !== "" && !text.endsWith("\n");
  };
  const visit = (element: Element) => {
    for (const child of element.childNodes) {
      if (!(child instanceof Element)) write(child.textContent ?? "");
      else if (child.localName === "br") write("\n");
      else if (LINES.test(child.localName)) {
        edge();
        visit(child);
        edge();
      } else visit(child);
    }
  };
  visit(pre);
  return text;
}
