/**
 * Asks the browser's accessibility tree for what custom elements say of themselves by `ElementInternals`, and tells it to
 * the library (inject/accessibility/internals.ts). `getPartialAXTree` works without `Accessibility.enable`. The first question to a
 * document makes the browser build its tree (30 ms for 3,000 elements); later ones take less than 1 ms each.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import type { Accessibility_AXNode } from "../../cdp/protocol.gen.ts";
import { callLibrary, type Library } from "../core/frame.ts";
import type { Semantics } from "../core/library.ts";
import { listOfElements, release } from "../core/remote.ts";

/** The elements of each document that have such a role: their ids, by the node that the browser knows them by. */
const known = new WeakMap<Library, Map<number, number>>();

/** Properties of the tree that stand for an ARIA attribute, by its name. Those of `WHEN_TRUE` say nothing while false. */
const STATES = new Set(["checked", "pressed", "selected", "expanded", "valuetext"]);
const WHEN_TRUE = new Set(["disabled", "required", "readonly", "multiselectable"]);

/** Roles whose value is a number. */
const RANGES = /^(slider|spinbutton|progressbar|meter|scrollbar)$/;

/** True where elements of the document have such a role: they are asked again before each look. */
export function knowsInternals(library: Library): boolean {
  return (known.get(library)?.size ?? 0) > 0;
}

export function hasInternals(library: Library, id: number): boolean {
  return [...(known.get(library)?.values() ?? [])].includes(id);
}

/** Asks for the custom elements that the last walk noted. True when one of them has a role. */
export async function findInternals(library: Library): Promise<boolean> {
  const list = await listOfElements(library, "custom");
  const nodes = await Promise.all(list.objectIds.map((objectId) => nodeOf(library, { objectId })));
  const having = nodes.flatMap((node, n) => {
    const semantics = node && semanticsOf(node);
    return semantics ? [{ node: node.backendDOMNodeId ?? 0, semantics, objectId: list.objectIds[n] }] : [];
  });
  if (having.length > 0) {
    const ids = (
      await callLibrary(
        library,
        "idsOf",
        having.map(({ objectId }) => ({ objectId })),
      )
    ).value as number[];
    const all = known.get(library) ?? new Map<number, number>();
    known.set(library, all);
    having.forEach(({ node }, n) => {
      all.set(node, ids[n] ?? 0);
    });
    learn(
      library,
      having.map(({ semantics }, n) => [ids[n] ?? 0, semantics]),
    );
  }
  release(library, list.all);
  return having.length > 0;
}

/** Asks once more for those that have a role: their states change without a trace in the document. */
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

/** Sent without waiting: it arrives before the next question. */
function learn(library: Library, learned: [number, Semantics | null][]): void {
  callLibrary(library, "learnInternals", [{ value: learned }]).catch(() => {});
}

/** Undefined for a node that is gone. */
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

/** Undefined for an element without a role of its own, and for one that is hidden from the tree. */
function semanticsOf({ ignored, role, name, value, properties = [] }: Accessibility_AXNode): Semantics | undefined {
  const own = role?.type === "role" ? String(role.value) : "";
  if (ignored || /^(generic|none)?$/.test(own)) return undefined;
  const aria: Record<string, string> = {};
  for (const { name: key, value: told } of properties) {
    const said = String(told.value ?? "");
    if (STATES.has(key) ? said !== "" : WHEN_TRUE.has(key) && said === "true") aria[key] = said;
    if (key === "hasPopup") aria.haspopup = said;
  }
  const label = name?.sources?.find((one) => !one.superseded && one.value?.value);
  if (label?.attribute?.startsWith("aria-label")) aria.label = String(label.value?.value);
  if (RANGES.test(own) && value?.value !== undefined) aria.valuenow = String(value.value);
  return { role: own, aria };
}
