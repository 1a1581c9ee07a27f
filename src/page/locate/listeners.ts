/** Finds the elements with event listeners. The browser reports them; scripts of the page can neither notice nor forge this. */
import { isProtocolError } from "../../cdp/errors.ts";
import type { DOMDebugger_EventListener, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { callLibrary, type Library } from "../core/frame.ts";
import type { Listening } from "../core/library.ts";
import { release } from "../core/remote.ts";

/** Pointer events: an element with a listener for one of them is interactive. */
const POINTER_EVENTS = new Set(
  (
    "click dblclick auxclick contextmenu mousedown mouseup mouseenter mouseover mousemove pointerdown pointerup " +
    "pointerenter pointerover pointermove touchstart touchend touchmove " +
    "drag dragstart dragend dragenter dragleave dragover drop"
  ).split(" "),
);

/** Pointer events of hovering: the page may show or move something then. */
const HOVER_EVENTS = new Set("mouseenter mouseover pointerenter pointerover".split(" "));

/** Wheel events: an element with a listener may zoom or rotate, or may be the root of a page that scrolls by script. */
const WHEEL_EVENTS = new Set("wheel mousewheel DOMMouseScroll".split(" "));

/** Keyboard events: an element with a listener may need every key. */
const KEY_EVENTS = new Set("keydown keypress keyup beforeinput textInput compositionstart compositionend".split(" "));

/** Events by which a page observes the values of fields. */
const INPUT_EVENTS = new Set([...KEY_EVENTS, "input", "change", "focus", "focusin"]);

/** An element with listeners for more event types than this is the root of a framework, which handles events of other elements. */
const MAX_KINDS = 20;

/** Name of the object group of a document, so that all its remote objects can be released at once. */
function groupOf({ objectId }: Library): string {
  return `svc-listeners ${objectId}`;
}

/** State of one document. */
interface DocumentState {
  /** The document in the page's own world, for which the browser reports no listeners of other worlds. */
  document: Promise<Runtime_RemoteObject>;
  /** Element ids by backend node id; 0 for elements of inner frames, which the browser reports as well. */
  ids: Map<number, number>;
}

const states = new WeakMap<Library, DocumentState>();

/** Events that can change or prevent input: a listener on the document may do so for any field. */
const FILTER_EVENTS = new Set("keypress beforeinput textInput".split(" "));

const NO_LISTENERS: Listening = {
  pointer: [],
  hover: [],
  wheel: [],
  keys: [],
  filtersAll: false,
  input: [],
  inputAll: false,
};

/** The ids of the elements of a document that have listeners. */
export async function listenersOf(library: Library): Promise<Listening> {
  const { session } = library;
  let state = states.get(library);
  if (!state) {
    state = { document: documentOf(library), ids: new Map() };
    states.set(library, state);
  }
  try {
    const { objectId } = await state.document;
    if (objectId === undefined) return NO_LISTENERS;
    const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId, depth: -1, pierce: true });
    state.document = renewed(library);
    state.document.catch(() => {});
    const { pointer, hover, wheel, keys, filters, input } = nodesOf(listeners);
    const ids = await idsOf(library, state, [...new Set([...pointer, ...wheel, ...keys, ...input])]);
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
    states.delete(library);
    if (isProtocolError(error, "node_gone")) return NO_LISTENERS;
    throw error;
  }
}

/** Releases the reported listeners, which keep functions of the page alive, and gets the document again. Runs after pending work. */
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
    // Includes the root of a framework: it passes these events to any field.
    input: [...kinds].flatMap(([node, types]) => (types.isDisjointFrom(INPUT_EVENTS) ? [] : [node])),
  };
}

/** Element ids of nodes. New nodes are resolved in the library's world, all at once. */
async function idsOf(library: Library, state: DocumentState, nodes: number[]): Promise<Map<number, number>> {
  const unknown = nodes.filter((node) => !state.ids.has(node));
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
      state.ids.set(each.node, ids[n] ?? 0);
    });
    release(library, resolved);
  }
  const now = new Map<number, number>();
  for (const node of nodes) {
    const id = state.ids.get(node);
    if (id !== undefined) now.set(node, id);
  }
  state.ids = now;
  return now;
}

/** Remote objects of elements in the library's world. Without `objectId` for nodes that are gone, and for the document. */
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
