/** What was begun on a page and not ended. */
import { Failure } from "../../errors.ts";
import type { Frame } from "../core/frame.ts";
import type { UnfinishedForm } from "../core/library.ts";
import type { Page } from "../core/page.ts";

export interface Unfinished {
  /** Forms that were changed and not sent since, though they have a button for it. */
  forms: UnfinishedForm[];
  /** The words of open dialogs that leave a choice. */
  dialogs: string[];
}

/** In its frames too. */
export async function unfinished(page: Page): Promise<Unfinished> {
  if (page.dialog) return { forms: [], dialogs: [page.dialog.message] };
  const found = await Promise.all([...page.frames.values()].map(unfinishedIn));
  return { forms: found.flatMap(({ forms }) => forms), dialogs: found.flatMap(({ dialogs }) => dialogs) };
}

/** A frame that is being loaded, or gone, has nothing. */
async function unfinishedIn(frame: Frame): Promise<Unfinished> {
  try {
    const library = await frame.library();
    const [forms, dialogs] = await Promise.all([
      frame.call("unsentForms", [], library),
      frame.call("openDialogs", [], library),
    ]);
    return { forms, dialogs };
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return { forms: [], dialogs: [] };
    throw error;
  }
}
