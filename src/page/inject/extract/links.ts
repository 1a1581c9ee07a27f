/** The unique links of a copy, with their part of the page. */
import type { Link, Place } from "../../reading/extraction.ts";
import { squash } from "../dom/text.ts";
import { lineOf } from "./plaintext.ts";

const NEAREST: readonly [Place, string][] = [
  ["nav", "nav, [role=navigation]"],
  ["aside", "aside, [role=complementary]"],
];

/** These are parts of the page only when they are not inside another part. */
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

/** The part of the page that contains the link. Headers and footers of articles belong to the content. */
function placeOf(anchor: Element): Place {
  let outermost: Place | undefined;
  for (let at = anchor.parentElement; at; at = at.parentElement) {
    if (at.matches("main, article, [role=main]")) return "main";
    const isInside = ([, selector]: readonly [Place, string]) => at.matches(selector);
    const nearest = NEAREST.find(isInside);
    if (nearest) return nearest[0];
    outermost = OUTERMOST.find(isInside)?.[0] ?? outermost;
  }
  return outermost ?? "main";
}
