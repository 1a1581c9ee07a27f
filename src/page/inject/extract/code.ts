/** The text of code blocks, line by line. Works on a copy. */

/** Tags of lines in highlighted code. The copy contains a `div` for every block element. */
const LINES = /^(div|p|li|tr)$/;

/** The text of a `pre`, with a line break for each `br` and around each block, besides its own line breaks. */
export function codeText(pre: Element): string {
  let text = "";
  // A block ended. A line break that follows in the text is the same one.
  let hasPendingBreak = false;
  const write = (data: string) => {
    if (data === "") return;
    text += hasPendingBreak && !data.startsWith("\n") ? `\n${data}` : data;
    hasPendingBreak = false;
  };
  const endLine = () => {
    hasPendingBreak ||= text !== "" && !text.endsWith("\n");
  };
  const visit = (element: Element) => {
    for (const child of element.childNodes) {
      if (!(child instanceof Element)) write(child.textContent ?? "");
      else if (child.localName === "br") write("\n");
      else if (LINES.test(child.localName)) {
        endLine();
        visit(child);
        endLine();
      } else visit(child);
    }
  };
  visit(pre);
  return text;
}
