/** Explains why an element is stale and finds the most similar element of the page. */
import { describeFacts, type ElementHandle, type Elements, type Lost, type Seen } from "./elements.ts";
import type { Frame, Library } from "./frame.ts";
import type { StaleDetails } from "./library.ts";

interface PageElements {
  readonly main: Frame;
  readonly elements: Elements;
}

/** Searches the element's own document if it still exists, else the page that replaced it. */
export async function nearestTo(page: PageElements, was: Seen, handle: ElementHandle | undefined): Promise<Lost> {
  const own =
    handle && (await handle.frame.call("describeStale", [was, handle.id], handle.library).catch(() => undefined));
  if (handle && own) return lostOf(page, own, handle.frame, handle.library);
  const library = await page.main.library();
  return lostOf(page, await page.main.call("describeStale", [was], library), page.main, library);
}

function lostOf(page: PageElements, { where, change, nearest }: StaleDetails, frame: Frame, library: Library): Lost {
  const index = nearest ? ` with index ${page.elements.assign(frame, library, nearest.id, nearest.facts)}` : "";
  const place = nearest?.where ? ` ${nearest.where}` : "";
  return {
    where: where ?? "",
    ...(change === undefined ? {} : { change }),
    ...(nearest ? { nearest: `the most similar element now is ${describeFacts(nearest.facts)}${index}${place}` } : {}),
  };
}
