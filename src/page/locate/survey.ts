/**
 * Asks a document about its elements, together with what no script can see: who listens (listeners.ts), what custom
 * elements say by their internals (internals.ts), and what lies in closed shadow roots.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import { callLibrary, type Frame, type Library } from "../core/frame.ts";
import type { Listening } from "../core/library.ts";
import { listOfElements, release } from "../core/remote.ts";
import { findInternals, knowsInternals, refreshInternals } from "./internals.ts";
import { listenersOf } from "./listeners.ts";

/** How deep closed shadow roots are looked for inside one another. */
const MAX_ROUNDS = 5;

/** What an answer tells of elements that the browser is to be asked about. */
interface Surveyed {
  suspects: number;
  custom: number;
}

/** Who listened in each document when it was asked last, and whether that was the same as before. */
const heard = new WeakMap<Library, { listening: Listening; isSteady: boolean }>();

/**
 * The answer of one document. Asked again where the browser told something new: a closed root may hold the next one. Where
 * listeners stay the same it is asked at the same time as they are, which saves a round trip.
 */
export async function surveyed<T extends Surveyed>(
  frame: Frame,
  library: Library,
  ask: (listening: Listening) => Promise<T>,
): Promise<T> {
  try {
    const last = heard.get(library);
    const guess = last?.isSteady && !knowsInternals(library) ? last.listening : undefined;
    const [listening, early] = await Promise.all([
      listenersOf(library),
      guess && Promise.resolve().then(() => ask(guess)),
      refreshInternals(library),
    ]);
    const isSame = last !== undefined && Bun.deepEquals(last.listening, listening);
    heard.set(library, { listening, isSteady: isSame });
    let answer = early ?? (await ask(listening));
    let isStale = early !== undefined && !isSame;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [isRoot, isRole] = await Promise.all([
        answer.suspects > 0 && findClosedRoots(library),
        answer.custom > 0 && findInternals(library),
      ]);
      if (!isRoot && !isRole && !isStale) break;
      answer = await ask(isRoot ? await listenersOf(library) : listening);
      isStale = false;
    }
    return answer;
  } catch (error) {
    if (isProtocolError(error, "context_gone")) await frame.forget(library);
    throw error;
  }
}

/** Looks for closed shadow roots in the elements that the walk found suspect. True when it found one that was not known. */
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
