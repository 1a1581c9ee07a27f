/** What in the page is nearest to an element that is gone: of the same role, with the most alike name. */
import { describeFacts, type Seen } from "./elements.ts";
import type { Page } from "./page.ts";

/** One clause that names it with its index, or undefined when nothing is alike. */
export async function nearestTo(page: Page, was: Seen): Promise<string | undefined> {
  const library = await page.main.library();
  const found = await page.main.call("alike", [was], library);
  if (!found) return undefined;
  const index = page.elements.indexOf(library, found.id);
  return `the nearest now is ${describeFacts(found.facts)}${index === undefined ? "" : ` with index ${index}`}`;
}
