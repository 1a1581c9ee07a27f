/**
 * Reads role and ARIA values that custom elements set by `ElementInternals` from the accessibility tree, and passes them to
 * the library (inject/accessibility/internals.ts). `getPartialAXTree` works without `Accessibility.enable`. The first call for a
 * document makes the browser build its tree (30 ms for 3,000 elements); later ones take less than 1 ms each.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import type { Accessibility_AXNode } from "../../cdp/protocol.gen.ts";
import { callLibrary, type Library } from "../core/frame.ts";
import type { Semantics } from "../core/library.ts";
import { listOfElements, release } from "../core/remote.ts";

/** The elements of each document with such a role: element ids by backend node id. */
const known = new WeakMap<Library, Map<number, number>>();

/** Properties of the tree with the names of ARIA attributes. Those of `WHEN_TRUE` are left out while false. */
const STATES = new Set(["checked", "pressed", "selected", "expanded", "valuetext"]);
const WHEN_TRUE = new Set(["disabled", "required", "readonly", "multiselectable"]);

/** Roles whose value is a number. */
const RANGES = /^(slider|spinbutton|progressbar|meter|scrollbar)$/;

/** True if elements of the document have such a role: `refreshInternals` then reads them again. */
export function knowsInternals(library: Library): boolean {
  return (known.get(library)?.size ?? 0) > 0;
}

export function hasInternals(library: Library, id: number): boolean {
  return [...(known.get(library)?.values() ?? [])].includes(id);
}

/** Reads the custom elements that the last walk found. True if one of them has a role. */
export async function findInternals(library: Library): Promise<boolean> {
  const list = await listOfElements(library, "custom");
  const nodes = await Promise.all(list.objectIds.map((objectId) => nodeOf(library, { objectId })));
  const found = nodes.flatMap((node, n) => {
    const semantics = node && semanticsOf(node);
    return semantics ? [{ node: node.backendDOMNodeId ?? 0, semantics, objectId: list.objectIds[n] }] : [];
  });
  if (found.length > 0) {
    const ids = (
      await callLibrary(
        library,
        "idsOf",
        found.map(({ objectId }) => ({ objectId })),
      )
    ).value as number[];
    const all = known.get(library) ?? new Map<number, number>();
    known.set(library, all);
    found.forEach(({ node }, n) => {
      all.set(node, ids[n] ?? 0);
    });
    learn(
      library,
      found.map(({ semantics }, n) => [ids[n] ?? 0, semantics]),
    );
  }
  release(library, list.all);
  return found.length > 0;
}

/** Reads the elements with a role again: their states change without a mutation of the document. */
export async function refreshInternals(library: Library): Promise<void> {
  const nodes = known.get(library);
  if (!nodes || nodes.size === 0) return;
  const learned = await Promise.all(
    [...nodes].map(async ([backendNodeId, id]): Promise<[number, Semantics | null]> => {
      const node = await nodeOf(library, { backendNodeId });
      if (!node) nodes.delete(backendNodeId);
      return [id, (node && semanticsOf(node)) ?? null];
    }),
  );
  learn(library, learned);
}

/** Sent without waiting: it arrives before the next call. */
function learn(library: Library, learned: [number, Semantics | null][]): void {
  callLibrary(library, "learnInternals", [{ value: learned }]).catch(() => {});
}

/** The accessibility node; undefined if the element is gone. */
async function nodeOf(
  { session }: Library,
  which: { objectId: string } | { backendNodeId: number },
): Promise<Accessibility_AXNode | undefined> {
  try {
    return (await session.send("Accessibility.getPartialAXTree", { ...which, fetchRelatives: false })).nodes[0];
  } catch (error) {
    if (isProtocolError(error, "node_gone")) return undefined;
    throw error;
  }
}

/** Role and ARIA values of a node; undefined if it has no role or is hidden from the tree. */
function semanticsOf({ ignored, role, name, value, properties = [] }: Accessibility_AXNode): Semantics | undefined {
  const own = role?.type === "role" ? String(role.value) : "";
  if (ignored || /^(generic|none)?$/.test(own)) return undefined;
  const aria: Record<string, string> = {};
  for (const property of properties) {
    const value = String(property.value.value ?? "");
    const isState = STATES.has(property.name) ? value !== "" : WHEN_TRUE.has(property.name) && value === "true";
    if (isState) aria[property.name] = value;
    if (property.name === "hasPopup") aria.haspopup = value;
  }
  const label = name?.sources?.find((source) => !source.superseded && source.value?.value);
  if (label?.attribute?.startsWith("aria-label")) aria.label = String(label.value?.value);
  if (RANGES.test(own) && value?.value !== undefined) aria.valuenow = String(value.value);
  return { role: own, aria };
}
