/**
 * The sessions of a shared connection as a tree: owner, child sessions and pending calls of each. The browser detaches the
 * sessions below a detached one without an event for them. Nothing here sends messages.
 */
import type { Call } from "./call.ts";

export interface Node<Owner> {
  /** Undefined for the browser's own session. */
  readonly id: string | undefined;
  readonly owner: Owner;
  readonly parent: Node<Owner> | undefined;
  readonly children: Set<Node<Owner>>;
  /** Ids of its pending calls: they often stay unanswered when it ends. */
  readonly calls: Set<number>;
  /** It is a session of the browser, not of a page: new windows may wait for it. */
  isOfBrowser: boolean;
  /** Its target waits for this session's `Runtime.runIfWaitingForDebugger`. */
  isPaused: boolean;
  /** Its target belongs to the browser's own interface. */
  isInterface: boolean;
  /** Parameters of `Target.setAutoAttach` if new targets wait for this session. */
  pausing: Record<string, unknown> | undefined;
}

export class Sessions<Owner> {
  readonly #nodes = new Map<string | undefined, Node<Owner>>();

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string | undefined): Node<Owner> | undefined {
    return this.#nodes.get(id);
  }

  add(id: string | undefined, owner: Owner, parent: Node<Owner> | undefined): Node<Owner> {
    const [children, calls] = [new Set<Node<Owner>>(), new Set<number>()];
    const state = { isOfBrowser: false, isPaused: false, isInterface: false, pausing: undefined };
    const node: Node<Owner> = { id, owner, parent, children, calls, ...state };
    parent?.children.add(node);
    this.#nodes.set(id, node);
    return node;
  }

  /** Removes a session and those below it. Returns all of them. */
  remove(node: Node<Owner>): Node<Owner>[] {
    node.parent?.children.delete(node);
    this.#nodes.delete(node.id);
    return [node, ...[...node.children].flatMap((child) => this.remove(child))];
  }

  clear(): void {
    this.#nodes.clear();
  }
}

/** Records the lasting effect of a call: whether targets wait for the session. */
export function note(node: Node<unknown>, { method, params }: Call): void {
  if (method === "Runtime.runIfWaitingForDebugger") node.isPaused = false;
  else if (method === "Target.setAutoAttach" || method === "Target.autoAttachRelated") {
    const { targetId: _, ...rest } = params ?? {};
    if (params?.waitForDebuggerOnStart === true) node.pausing = { autoAttach: true, flatten: true, ...rest };
    else if (method === "Target.setAutoAttach") node.pausing = undefined;
  }
}

interface AttachEvent {
  sessionId: string;
  waitingForDebugger?: boolean;
  targetInfo?: Target;
}

interface Target {
  type: string;
  url: string;
}

/**
 * True for pages of the browser itself: address bar, settings, developer tools, and extensions such as the PDF viewer, which
 * may open files. Such a page has rights that no page of a site has, and so has each client with a session of it.
 */
export function isInterface({ type, url }: Target): boolean {
  return type === "browser_ui" || /^(chrome|chrome-untrusted|chrome-extension|devtools):/i.test(url);
}

/** Parameters of an event about attaching or detaching, or about a target. */
export function attachEvent(text: string): AttachEvent {
  return (JSON.parse(text) as { params: AttachEvent }).params;
}
