/** The links of a copy, each once, with the part of the page they stand in. */
import type { Link, Place } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";
import { lineOf } from "./plaintext.ts";

const NEAREST: readonly [Place, string][] = [
  ["nav", "nav, [role=navigation]"],
  ["aside", "aside, [role=complementary]"],
];

/** These are the page's only where they are not a part's. */
const OUTERMOST: readonly [Place, string][] = [
  ["footer", "footer, [role=contentinfo]"],
  ["header", "header, [role=banner]"],
];

export function linksIn(root: ParentNode): Link[] {
  const found = new Map<string, Link>();
  for (const anchor of root.querySelectorAll("a[href]")) {
    const url = anchor.getAttribute("href") ?? "";
    const picture = anchor.querySelector("img")?.getAttribute("alt") ?? "";
    const text =
      lineOf(anchor, { pictures: false }) ||
      squash(anchor.getAttribute("aria-label") ?? (picture || (anchor.getAttribute("title") ?? "")));
    const key = `${url} ${text}`;
    if (!found.has(key)) found.set(key, { text, url, where: placeOf(anchor) });
  }
  return [...found.values()];
}

/** The part of the page that the link is in. Headers and footers of articles belong to the content. */
function placeOf(anchor: Element): Place {
  let edge: Place | undefined;
  for (let at = anchor.parentElement; at; at = at.parentElement) {
    if (at.matches("main, article, [role=main]")) return "main";
    const is = ([, selector]: readonly [Place, string]) => at.matches(selector);
    const nearest = NEAREST.find(is);
    if (nearest) return nearest[0];
    edge = OUTERMOST.find(is)?.[0] ?? edge;
  }
  return edge ?? "main";
}
