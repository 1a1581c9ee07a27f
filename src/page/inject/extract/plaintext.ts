/** The copy of a page as plain text: a line a block, a tab between cells. */
const BLOCKS = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section table tbody tfoot thead tr ul"
  ).split(" "),
);
const SPACED = new Set("p h1 h2 h3 h4 h5 h6 table ul ol dl pre blockquote figure".split(" "));

export function plainText(root: Element): string {
  const pieces: string[] = [];
  visit(root, pieces, false);
  return pieces
    .join("")
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\u0000/g, " ")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/[^\S\n\t]+/g, " ")
    .trim();
}

function visit(element: Element, pieces: string[], isPre: boolean): void {
  const tag = element.localName;
  if (tag === "br") pieces.push("\n");
  if (tag === "img") pieces.push(element.getAttribute("alt") ?? "");
  const gap = SPACED.has(tag) ? "\n\n" : BLOCKS.has(tag) ? "\n" : "";
  pieces.push(gap);
  for (const child of element.childNodes) {
    if (child instanceof Element) visit(child, pieces, isPre || tag === "pre");
    // Spaces of code must outlive the squeezing of all others.
    else if (isPre || tag === "pre") pieces.push((child.textContent ?? "").replace(/ /g, "\u0000"));
    else pieces.push((child.textContent ?? "").replace(/\s+/g, " "));
  }
  pieces.push(/^t[dh]$/.test(tag) ? "\t" : gap);
}
