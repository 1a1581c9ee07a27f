/**
 * What the walk of a frame cannot see from inside: which elements the page listens to, and closed shadow roots. Asked of
 * the browser, so that no script of the page notices or can deceive.
 */
import { isProtocolError } from "../../cdp/errors.ts";
import type { DOMDebugger_EventListener, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { callLibrary, type Library } from "../core/frame.ts";
import type { Listening } from "../core/library.ts";
import { release } from "../core/remote.ts";

/** Events of a pointer: what listens to one of them can be acted on. */
const POINTER_EVENTS = new Set(
  (
    "click dblclick auxclick contextmenu mousedown mouseup mouseenter mouseover mousemove pointerdown pointerup " +
    "pointerenter pointerover pointermove touchstart touchend touchmove " +
    "drag dragstart dragend dragenter dragleave dragover drop"
  ).split(" "),
);

/** Of those, the ones that come as the pointer arrives: the page may show or move something then. */
const HOVER_EVENTS = new Set("mouseenter mouseover pointerenter pointerover".split(" "));

/** Events of a wheel: what listens may zoom or turn, or may be the root of a page that scrolls by itself. */
const WHEEL_EVENTS = new Set("wheel mousewheel DOMMouseScroll".split(" "));

/** Events of a keyboard: what listens to one of them may want every key. */
const KEY_EVENTS = new Set("keydown keypress keyup beforeinput textInput compositionstart compositionend".split(" "));

/** Events by which a page learns of what is typed or chosen. */
const INPUT_EVENTS = new Set([...KEY_EVENTS, "input", "change", "focus", "focusin"]);

/** An element that is listened to for more kinds of events than this is the root of a framework, which acts for others. */
const MAX_KINDS = 20;

/** Names the handles of one document's questions, so that they can be let go together. */
function groupOf({ objectId }: Library): string {
  return `svc-listeners ${objectId}`;
}

/** What is known of one document. */
interface Known {
  /** The document in the page's own world: listeners of other worlds are not told there. */
  document: Promise<Runtime_RemoteObject>;
  /** Ids of elements by the number that the browser gives them; 0 for those of frames inside, which are told as well. */
  ids: Map<number, number>;
}

const known = new WeakMap<Library, Known>();

/** Of those, the ones by which a page decides what gets into a field: on the document they may decide for any. */
const FILTER_EVENTS = new Set("keypress beforeinput textInput".split(" "));

const NOBODY: Listening = {
  pointer: [],
  hover: [],
  wheel: [],
  keys: [],
  filtersAll: false,
  input: [],
  inputAll: false,
};

/** Which elements the page listens to, by their ids. */
export async function listenersOf(library: Library): Promise<Listening> {
  const { session } = library;
  let one = known.get(library);
  if (!one) {
    one = { document: documentOf(library), ids: new Map() };
    known.set(library, one);
  }
  try {
    const { objectId } = await one.document;
    if (objectId === undefined) return NOBODY;
    const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId, depth: -1, pierce: true });
    one.document = renewed(library);
    one.document.catch(() => {});
    const { pointer, hover, wheel, keys, filters, input } = nodesOf(listeners);
    const ids = await idsOf(library, one, [...new Set([...pointer, ...wheel, ...keys, ...input])]);
    const known = (nodes: number[]) => nodes.flatMap((node) => ids.get(node) || []);
    const document = await library.documentNodeId;
    return {
      pointer: known(pointer),
      hover: known(hover),
      wheel: known(wheel),
      keys: known(keys),
      filtersAll: filters.includes(document),
      input: known(input),
      inputAll: input.includes(document),
    };
  } catch (error) {
    known.delete(library);
    if (isProtocolError(error, "node_gone")) return NOBODY;
    throw error;
  }
}

/** What was told holds on to the page's functions. It is let go, and the document asked for anew, behind what comes next. */
async function renewed(library: Library): Promise<Runtime_RemoteObject> {
  await new Promise((resolve) => setTimeout(resolve));
  void library.session.sendMayFail("Runtime.releaseObjectGroup", { objectGroup: groupOf(library) });
  return await documentOf(library);
}

async function documentOf(library: Library): Promise<Runtime_RemoteObject> {
  const { session, documentNodeId } = library;
  const backendNodeId = await documentNodeId;
  return (await session.send("DOM.resolveNode", { backendNodeId, objectGroup: groupOf(library) })).object;
}

function nodesOf(listeners: readonly DOMDebugger_EventListener[]) {
  const kinds = new Map<number, Set<string>>();
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined) continue;
    const types = kinds.get(backendNodeId);
    if (types) types.add(type);
    else kinds.set(backendNodeId, new Set([type]));
  }
  const single = [...kinds].filter(([, types]) => types.size <= MAX_KINDS);
  const having = (events: ReadonlySet<string>) =>
    single.flatMap(([node, types]) => (types.isDisjointFrom(events) ? [] : [node]));
  return {
    pointer: having(POINTER_EVENTS),
    wheel: having(WHEEL_EVENTS),
    hover: having(HOVER_EVENTS),
    keys: having(KEY_EVENTS),
    filters: having(FILTER_EVENTS),
    // The root of a framework counts here: it hands them on to any field.
    input: [...kinds].flatMap(([node, types]) => (types.isDisjointFrom(INPUT_EVENTS) ? [] : [node])),
  };
}

/** Ids of nodes; those that are new are brought into the library's world, all at once. */
async function idsOf(library: Library, one: Known, nodes: number[]): Promise<Map<number, number>> {
  const unknown = nodes.filter((node) => !one.ids.has(node));
  if (unknown.length > 0) {
    const resolved = await resolveNodes(library, unknown);
    const objects = resolved.filter((each) => each.objectId !== undefined);
    const ids = (
      await callLibrary(
        library,
        "idsOf",
        objects.map(({ objectId }) => ({ objectId })),
      )
    ).value as number[];
    objects.forEach((each, n) => {
      one.ids.set(each.node, ids[n] ?? 0);
    });
    release(library, resolved);
  }
  const now = new Map<number, number>();
  for (const node of nodes) {
    const id = one.ids.get(node);
    if (id !== undefined) now.set(node, id);
  }
  one.ids = now;
  return now;
}

/** Elements of the page's own nodes in the library's world. Nodes that are gone, and the document, are left out. */
async function resolveNodes(library: Library, nodes: number[]): Promise<{ node: number; objectId?: string }[]> {
  const { session, contextId } = library;
  return await Promise.all(
    nodes.map(async (node) => {
      const resolved = await session
        .send("DOM.resolveNode", { backendNodeId: node, executionContextId: contextId })
        .catch((error) => {
          if (isProtocolError(error, "node_gone")) return undefined;
          throw error;
        });
      const { objectId, className } = resolved?.object ?? {};
      const isElement = className !== undefined && /Element$/.test(className);
      return { node, ...(isElement && objectId ? { objectId } : {}) };
    }),
  );
}
