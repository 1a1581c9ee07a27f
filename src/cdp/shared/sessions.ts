/**
 * The sessions of a shared connection: whose each is, which hang below it, and what is under way on it. A session that is
 * detached takes those below it along, of which the browser says nothing. Knows nothing of how anything is sent.
 */
import type { Call } from "./call.ts";

export interface Node<Owner> {
  /** Undefined for the browser's own. */
  readonly id: string | undefined;
  readonly owner: Owner;
  readonly parent: Node<Owner> | undefined;
  readonly children: Set<Node<Owner>>;
  /** Calls under way on it: they often end with it unanswered. */
  readonly calls: Set<number>;
  /** It is one of the browser, not of a page: new windows may be made to wait for it. */
  isOfBrowser: boolean;
  /** Its target does not start before this session says so. */
  isPaused: boolean;
  /** Its target is a part of the browser's own interface. */
  isInterface: boolean;
  /** How new targets are to be attached, where they are to wait then. */
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

  /** Forgets a session and those below it, and gives them. */
  remove(node: Node<Owner>): Node<Owner>[] {
    node.parent?.children.delete(node);
    this.#nodes.delete(node.id);
    return [node, ...[...node.children].flatMap((child) => this.remove(child))];
  }

  clear(): void {
    this.#nodes.clear();
  }
}

/** Remembers of a call what outlives it: targets that are made to wait, and let go. */
export function note(node: Node<unknown>, { method, params }: Call): void {
  if (method === "Runtime.runIfWaitingForDebugger") node.isPaused = false;
  else if (method === "Target.setAutoAttach" || method === "Target.autoAttachRelated") {
    const { targetId: _, ...rest } = params ?? {};
    if (params?.waitForDebuggerOnStart === true) node.pausing = { autoAttach: true, flatten: true, ...rest };
    else if (method === "Target.setAutoAttach") node.pausing = undefined;
  }
}

interface Subject {
  sessionId: string;
  waitingForDebugger?: boolean;
  targetInfo?: Target;
}

interface Target {
  type: string;
  url: string;
}

/**
 * A page of the browser's own: its address bar, its settings, its developer tools, and what comes with it as an extension,
 * like its viewer of PDFs, which may open files. Such a page has rights that no page of a site has, and who speaks for it
 * has them too.
 */
export function isInterface({ type, url }: Target): boolean {
  return type === "browser_ui" || /^(chrome|chrome-untrusted|chrome-extension|devtools):/i.test(url);
}

/** What an event of attaching or detaching is about. */
export function subjectOf(text: string): Subject {
  return (JSON.parse(text) as { params: Subject }).params;
}
