/** What became of an element that an index does not lead to any more, and what in the page is nearest to it. */
import { describeFacts, type ElementHandle, type Elements, type Lost, type Seen } from "./elements.ts";
import type { Frame, Library } from "./frame.ts";
import type { Fate } from "./library.ts";

/** The part of a page that is looked at. */
interface PageElements {
  readonly main: Frame;
  readonly elements: Elements;
}

/** Asks in the element's own document while that is there, else in the page that came after it. */
export async function nearestTo(page: PageElements, was: Seen, handle: ElementHandle | undefined): Promise<Lost> {
  const own = handle && (await handle.frame.call("alike", [was, handle.id], handle.library).catch(() => undefined));
  if (handle && own) return told(page, own, handle.frame, handle.library);
  const library = await page.main.library();
  return told(page, await page.main.call("alike", [was], library), page.main, library);
}

function told(page: PageElements, { where, change, nearest }: Fate, frame: Frame, library: Library): Lost {
  const number = nearest ? ` with index ${page.elements.assign(frame, library, nearest.id, nearest.facts)}` : "";
  const place = nearest?.where ? ` ${nearest.where}` : "";
  return {
    where: where ?? "",
    ...(change === undefined ? {} : { change }),
    ...(nearest ? { nearest: `the nearest now is ${describeFacts(nearest.facts)}${number}${place}` } : {}),
  };
}
