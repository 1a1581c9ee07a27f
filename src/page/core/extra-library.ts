/** Additional script libraries of a document, loaded into its isolated world when they are first needed. */
import { Failure } from "../../errors.ts";
import type { Library } from "./frame.ts";

/** Returns a function that loads the library with this source into the document of another library, once for each document. */
export function extraLibrary(source: () => Promise<string>): (library: Library) => Promise<Library> {
  const loaded = new WeakMap<Library, Promise<Library>>();
  return (library) => {
    let extra = loaded.get(library);
    if (!extra) {
      extra = load(library, source);
      extra.catch(() => loaded.delete(library));
      loaded.set(library, extra);
    }
    return extra;
  };
}

async function load(library: Library, source: () => Promise<string>): Promise<Library> {
  const { session, contextId } = library;
  const { result } = await session.send("Runtime.evaluate", { expression: await source(), contextId });
  if (!result.objectId) throw new Failure("internal", "an additional page library did not load");
  return { ...library, objectId: result.objectId };
}
