/** Finds unfinished work on a page: changed forms and open dialogs. */
import { Failure } from "../../errors.ts";
import type { Frame } from "../core/frame.ts";
import type { UnfinishedForm } from "../core/library.ts";
import type { Page } from "../core/page.ts";

export interface Unfinished {
  /** Forms with a submit button that were changed and not submitted. */
  forms: UnfinishedForm[];
  /** The texts of open dialogs that offer a choice. */
  dialogs: string[];
}

/** The unfinished work of the page and all its frames. */
export async function unfinished(page: Page): Promise<Unfinished> {
  if (page.dialog) return { forms: [], dialogs: [page.dialog.message] };
  const found = await Promise.all([...page.frames.values()].map(unfinishedIn));
  return { forms: found.flatMap(({ forms }) => forms), dialogs: found.flatMap(({ dialogs }) => dialogs) };
}

/** The unfinished work of one frame; none if it is loading or gone. */
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
