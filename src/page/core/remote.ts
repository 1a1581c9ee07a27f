/** Lists of elements as remote objects. */
import { callLibrary, type Library } from "./frame.ts";

/** The elements that a method of the library returns, in order. The caller releases the objects of `all`. */
export async function listOfElements(
  library: Library,
  method: "suspects" | "custom",
): Promise<{ objectIds: string[]; all: { objectId?: string }[] }> {
  const list = await callLibrary(library, method, [], false);
  if (!list.objectId) return { objectIds: [], all: [] };
  const { result } = await library.session.send("Runtime.getProperties", {
    objectId: list.objectId,
    ownProperties: true,
  });
  const objectIds = result.flatMap(({ name, value }) =>
    /^\d+$/.test(name) && value?.objectId ? [value.objectId] : [],
  );
  return { objectIds, all: [{ objectId: list.objectId }, ...objectIds.map((objectId) => ({ objectId }))] };
}

export function release(library: Library, objects: { objectId?: string }[]): void {
  for (const { objectId } of objects)
    if (objectId !== undefined) void library.session.sendMayFail("Runtime.releaseObject", { objectId });
}
