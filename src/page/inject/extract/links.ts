/** The links of a copy, each once, with the part of the page they stand in. */
import type { Link, Place } from "../../extraction.ts";
import { squash } from "../text.ts";

const PLACES: readonly [Place, string][] = [
  ["nav", "nav, [role=navigation]"],
  ["footer", "footer, [role=contentinfo]"],
  ["aside", "aside, [role=complementary]"],
  ["header", "header, [role=banner]"],
];

export function linksIn(root: ParentNode): Link[] {
  const found = new Map<string, Link>();
  for (const anchor of root.querySelectorAll("a[href]")) {
    const url = anchor.getAttribute("href") ?? "";
    const picture = anchor.querySelector("img")?.getAttribute("alt") ?? "";
    const text =
      squash(anchor.textContent ?? "") ||
      squash(anchor.getAttribute("aria-label") ?? (picture || (anchor.getAttribute("title") ?? "")));
    const key = `${url} ${text}`;
    if (!found.has(key)) found.set(key, { text, url, where: placeOf(anchor) });
  }
  return [...found.values()];
}

/** The innermost part of the page that the link is in. Headers and footers of articles belong to the content. */
function placeOf(anchor: Element): Place {
  for (let at = anchor.parentElement; at; at = at.parentElement) {
    if (at.matches("main, article, [role=main]")) return "main";
    const place = PLACES.find(([, selector]) => at.matches(selector));
    if (place) return place[0];
  }
  return "main";
}
