/** Further libraries in the isolated world of a document, brought there beside its own when they are first needed. */
import { Failure } from "../../errors.ts";
import type { Library } from "./frame.ts";

/** What gives a document's further library, to be called like its own. It dies with the document. */
export function bringing(source: () => Promise<string>): (library: Library) => Promise<Library> {
  const held = new WeakMap<Library, Promise<Library>>();
  return (library) => {
    let brought = held.get(library);
    if (!brought) {
      brought = bring(library, source);
      brought.catch(() => held.delete(library));
      held.set(library, brought);
    }
    return brought;
  };
}

async function bring(library: Library, source: () => Promise<string>): Promise<Library> {
  const { session, contextId } = library;
  const { result } = await session.send("Runtime.evaluate", { expression: await source(), contextId });
  if (!result.objectId) throw new Failure("internal", "a library did not load in the page");
  return { ...library, objectId: result.objectId };
}
