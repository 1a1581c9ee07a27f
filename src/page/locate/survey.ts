/**
 * Calls the library of a document with information that scripts cannot see: event listeners (listeners.ts), roles of custom
 * elements (internals.ts), and closed shadow roots.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { callLibrary, type Frame, type Library } from "../core/frame.ts";
import type { Listening } from "../core/library.ts";
import { listOfElements, release } from "../core/remote.ts";
import { findInternals, knowsInternals, refreshInternals } from "./internals.ts";
import { listenersOf } from "./listeners.ts";

/** Limit of nested closed shadow roots. */
const MAX_ROUNDS = 5;

/** Members of an answer: numbers of elements that the browser must be asked about. */
interface Surveyed {
  suspects: number;
  custom: number;
}

/** The last listeners of each document, and whether they were the same as before. */
const lastListeners = new WeakMap<Library, { listening: Listening; isSteady: boolean }>();

/**
 * Returns the answer of `call` for one document. Repeats the call if the browser reports something new, since a closed root may
 * contain another one. If the listeners did not change last time, the call is sent together with the query for listeners,
 * which saves a round trip.
 */
export async function surveyed<T extends Surveyed>(
  frame: Frame,
  library: Library,
  call: (listening: Listening) => Promise<T>,
): Promise<T> {
  try {
    const last = lastListeners.get(library);
    const guess = last?.isSteady && !knowsInternals(library) ? last.listening : undefined;
    const [listening, early] = await Promise.all([
      listenersOf(library),
      guess && Promise.resolve().then(() => call(guess)),
      refreshInternals(library),
    ]);
    const isSame = last !== undefined && Bun.deepEquals(last.listening, listening);
    lastListeners.set(library, { listening, isSteady: isSame });
    const isStale = early !== undefined && !isSame;
    return await completed(library, early ?? (await call(listening)), listening, isStale, call);
  } catch (error) {
    if (isProtocolError(error, "context_gone")) await frame.forget(library);
    throw error;
  }
}

/** Repeats the call while the browser reports closed roots or roles that the answer lacks, and once if the answer is stale. */
async function completed<T extends Surveyed>(
  library: Library,
  first: T,
  listening: Listening,
  isStale: boolean,
  call: (listening: Listening) => Promise<T>,
): Promise<T> {
  let answer = first;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [isRoot, isRole] = await Promise.all([
      answer.suspects > 0 && findClosedRoots(library),
      answer.custom > 0 && findInternals(library),
    ]);
    if (!isRoot && !isRole && !(isStale && round === 0)) break;
    answer = await call(isRoot ? await listenersOf(library) : listening);
  }
  return answer;
}

/** Registers the closed shadow roots of elements that may have one. True if one of them is new. */
async function findClosedRoots(library: Library): Promise<boolean> {
  const { session } = library;
  const hosts = await listOfElements(library, "suspects");
  const roots = await Promise.all(
    hosts.objectIds.map(async (objectId) => {
      const described = await session.sendMayFail("DOM.describeNode", { objectId });
      return described?.node.shadowRoots?.find((root) => root.shadowRootType === "closed")?.backendNodeId;
    }),
  );
  release(library, hosts.all);
  const closed = roots.filter((root) => root !== undefined);
  if (closed.length === 0) return false;
  const objects = await Promise.all(
    closed.map((backendNodeId) =>
      session.send("DOM.resolveNode", { backendNodeId, executionContextId: library.contextId }),
    ),
  );
  const args = objects.map(({ object }) => ({ objectId: object.objectId }));
  return (await callLibrary(library, "learnRoots", args)).value as boolean;
}
