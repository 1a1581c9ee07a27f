/**
 * One connection to a browser, shared: each user speaks as if alone, with call ids of its own, and sees the events of its own
 * sessions. The first user has the browser's own session; each later one gets a session of the browser, or of one target, and
 * takes it for the connection itself. Sessions attached under a session are its user's, all the way down.
 *
 * A user who leaves takes everything along: Chrome detaches what hangs below a detached session, lets targets go on that
 * waited for its debugger, and forgets its settings. What is the browser's as a whole (permissions, cookies, where downloads
 * go) is shared by all of them.
 *
 * The pages of the browser's own interface, which full Chrome has beside those of sites, are there for the first user alone:
 * the others get no session of one, and are not told of it.
 */
import { Failure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { Connection } from "../connection.ts";
import { outline, type RawMessage } from "../raw-message.ts";
import { closedFailure, type Transport } from "../transport.ts";
import { type Call, faultText, MAX_ID, NO_SESSION, readCall, SERVER_ERROR } from "./call.ts";
import { isInterface, type Node, note, Sessions, subjectOf } from "./sessions.ts";

export interface Multiplexer {
  /** The first user's: for whoever started the browser. */
  readonly connection: Connection;
  /** One more user, of the browser or of one target. Errors: `closed` when that is gone; the signal's reason. */
  open(signal: AbortSignal, targetId?: string): Promise<User>;
  /** How much is remembered: it does not grow with the users that came and went. */
  load(): Load;
}

export interface Load {
  users: number;
  sessions: number;
  calls: number;
}

/** A transport that takes calls that have been read, too. */
export interface User extends Transport {
  call(call: Call): void;
  /** Says something to this user as if the browser had; nothing to one who left. */
  tell(text: string): void;
  /** Resolves once the browser was told to let go of this user: what is sent after that finds its settings taken back. */
  readonly left: Promise<void>;
}

/** A user, by the session that it takes for the connection; undefined is the browser's own. */
interface Member {
  readonly sessionId: string | undefined;
  readonly user: User;
  hasLeft(): void;
  /** Calls without an answer. */
  waiting: number;
}

interface Waiting {
  /** Undefined for a call of our own. */
  readonly node: Node<Member> | undefined;
  /** The user's id of it. */
  readonly id: number;
  /** For a call of our own; without a text when the browser ended. */
  answered?: (text: string | undefined) => void;
}

/** Calls that a user may have without an answer: what it asks of a browser, not how it floods one. */
const MAX_WAITING = 20_000;

/** Events that tell of targets without a session of them. */
const HERALDS: ReadonlySet<string> = new Set(["Target.targetCreated", "Target.targetInfoChanged"]);

/** How long Chrome may take to tell of a target that it stopped for a user who is leaving. */
const LINGER_MS = 1_000;

/** Shares `pipe`. Its end is the end of all. */
export function split(pipe: Transport): Multiplexer {
  return new Switchboard(pipe);
}

class Switchboard implements Multiplexer {
  readonly connection: Connection;
  readonly #pipe: Transport;
  readonly #first: Member;
  readonly #members = new Set<Member>();
  readonly #sessions = new Sessions<Member>();
  readonly #calls = new Map<number, Waiting>();
  /** Users being let in. The browser tells of their sessions right before it answers: that is held back, see `#tellHeld`. */
  #opening = 0;
  #held: { sessionId: string; said: RawMessage } | undefined;
  #lastId = 0;
  #over: Failure | undefined;

  constructor(pipe: Transport) {
    this.#pipe = pipe;
    this.#first = this.#join(undefined, true);
    this.connection = new Connection(this.#first.user);
    pipe.receive = (text) => this.#receive(text);
    pipe.ended = (reason) => this.#end(reason);
  }

  async open(signal: AbortSignal, targetId?: string): Promise<User> {
    signal.throwIfAborted();
    if (this.#over) throw this.#over;
    const { promise, resolve, reject } = Promise.withResolvers<User>();
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const attached = (text: string | undefined) => {
      this.#opening--;
      const { result, error }: { result?: { sessionId: string }; error?: { message: string } } = JSON.parse(
        text ?? "{}",
      );
      this.#tellHeld(result?.sessionId);
      const own = this.#sessions.get(result?.sessionId ?? "");
      this.#forget(own);
      if (result && own?.isInterface) {
        this.#detach(result.sessionId);
        reject(new Failure("closed", "that target is the browser's own"));
      } else if (!result)
        reject(this.#over ?? new Failure("closed", error?.message ?? "the browser refuses connections"));
      // Nobody waits for it any more: it would be a user who never leaves.
      else if (signal.aborted) this.#detach(result.sessionId);
      else resolve(this.#join(result.sessionId, targetId === undefined).user);
    };
    this.#opening++;
    if (targetId === undefined) this.#ask("Target.attachToBrowserTarget", {}, attached);
    else this.#ask("Target.attachToTarget", { targetId, flatten: true }, attached);
    return await promise.finally(() => signal.removeEventListener("abort", abort));
  }

  load(): Load {
    return { users: this.#members.size, sessions: this.#sessions.size, calls: this.#calls.size };
  }

  #join(sessionId: string | undefined, isOfBrowser: boolean): Member {
    const { promise: left, resolve: hasLeft } = Promise.withResolvers<void>();
    const user: User = {
      left,
      send: (text) => {
        const call = readCall(text);
        if (typeof call === "string") user.tell(call);
        else user.call(call);
      },
      call: (call) => this.#call(member, call),
      tell: (text) => {
        if (this.#members.has(member)) user.receive(text);
      },
      backlog: () => this.#pipe.backlog?.(),
      receive: () => {},
      ended: () => {},
      close: () => this.#leave(member),
    };
    const member: Member = { sessionId, user, hasLeft, waiting: 0 };
    this.#members.add(member);
    this.#sessions.add(sessionId, member, undefined).isOfBrowser = isOfBrowser;
    return member;
  }

  /** Forgets a session, what hangs below it, and what was asked there. */
  #forget(node: Node<Member> | undefined): void {
    if (node) for (const one of this.#sessions.remove(node)) this.#drop(one);
  }

  /** Forgets what was asked on a session: answers to it are nobody's. */
  #drop(node: Node<Member>): void {
    for (const id of node.calls) this.#calls.delete(id);
    node.owner.waiting -= node.calls.size;
    node.calls.clear();
  }

  /**
   * Chrome does not let go of a window that waits for a session which is detached, and the page that opened it hangs with it.
   * So no more are made to wait first, and those that do are let go: also those that were on their way, which Chrome tells of
   * some milliseconds after it stopped them, by no event that could be waited for.
   */
  #leave(member: Member): void {
    const { sessionId } = member;
    if (sessionId === undefined) this.#pipe.close();
    else if (this.#members.delete(member)) {
      const root = this.#sessions.get(sessionId);
      const hadPaused = root !== undefined && this.#release(root);
      const detach = () => {
        this.#detach(sessionId);
        member.hasLeft();
      };
      if (hadPaused) setTimeout(detach, LINGER_MS).unref();
      else detach();
    }
  }

  /** Lets go what waits for this session and those below it; true when new windows were made to wait. */
  #release(node: Node<Member>): boolean {
    this.#drop(node);
    if (node.pausing) this.#post("Target.setAutoAttach", { ...node.pausing, waitForDebuggerOnStart: false }, node.id);
    if (node.isPaused) this.#post("Runtime.runIfWaitingForDebugger", {}, node.id);
    let hadPaused = node.isOfBrowser && node.pausing !== undefined;
    for (const child of [...node.children]) {
      hadPaused = this.#release(child) || hadPaused;
      if (!node.isOfBrowser || child.isOfBrowser || child.isPaused) continue;
      // What it had set in a page ends now: requests that it held back, a debugger that stands.
      this.#post("Target.detachFromTarget", { sessionId: child.id }, node.id);
      this.#forget(child);
    }
    return hadPaused;
  }

  #end(reason: Failure): void {
    this.#over = reason;
    const [members, calls] = [[...this.#members], [...this.#calls.values()]];
    for (const map of [this.#members, this.#sessions, this.#calls]) map.clear();
    for (const { answered } of calls) answered?.(undefined);
    for (const { user } of members) user.ended(reason);
  }

  #call(member: Member, call: Call): void {
    if (!this.#members.has(member)) return;
    const node = this.#sessions.get(call.sessionId ?? member.sessionId);
    if (node?.owner !== member) {
      member.user.tell(faultText(call.id, NO_SESSION));
      return;
    }
    if (member.waiting >= MAX_WAITING) {
      const message = `${MAX_WAITING} calls wait for an answer already`;
      member.user.tell(faultText(call.id, { code: SERVER_ERROR, message }, call.sessionId));
      return;
    }
    const id = this.#nextId();
    this.#calls.set(id, { node, id: call.id });
    node.calls.add(id);
    member.waiting++;
    note(node, call);
    this.#pipe.send(JSON.stringify({ id, method: call.method, params: call.params, sessionId: node.id }));
  }

  /** A call of our own. */
  #ask(method: string, params: object, answered: (text: string | undefined) => void): void {
    this.#calls.set(this.#post(method, params), { node: undefined, id: 0, answered });
  }

  /** A call of our own whose answer is nobody's. */
  #post(method: string, params: object, sessionId?: string): number {
    const id = this.#nextId();
    this.#pipe.send(JSON.stringify({ id, method, params, sessionId }));
    return id;
  }

  #detach(sessionId: string): void {
    this.#forget(this.#sessions.get(sessionId));
    if (!this.#over) this.#post("Target.detachFromTarget", { sessionId });
  }

  #nextId(): number {
    do this.#lastId = (this.#lastId % MAX_ID) + 1;
    while (this.#calls.has(this.#lastId));
    return this.#lastId;
  }

  #receive(text: string): void {
    const said = outline(text);
    if (said?.id !== undefined) this.#answered(said, said.id, text);
    else if (said?.method !== undefined) this.#happened(said, text);
  }

  #answered(said: RawMessage, id: number, text: string): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    if (!call.node) {
      call.answered?.(text);
      return;
    }
    call.node.calls.delete(id);
    call.node.owner.waiting--;
    this.#deliver(call.node.owner, said, call.id);
  }

  #happened(said: RawMessage, text: string): void {
    const node = this.#sessions.get(said.sessionId);
    if (!node) return;
    if (said.method === "Target.attachedToTarget") this.#attached(node, said, text);
    else if (HERALDS.has(said.method ?? "") && node.owner !== this.#first) this.#heralded(node, said, text);
    else if (said.method === "Target.detachedFromTarget") this.#detached(node, said, text);
    else this.#deliver(node.owner, said, undefined);
  }

  #attached(node: Node<Member>, said: RawMessage, text: string): void {
    const { sessionId, waitingForDebugger, targetInfo } = subjectOf(text);
    this.#tellHeld(undefined);
    const child = this.#sessions.add(sessionId, node.owner, node);
    child.isOfBrowser = targetInfo?.type === "browser";
    const isLeaving = !this.#members.has(node.owner);
    // To one who does not want to be waited for any more Chrome says that nothing waits: not so for what it stopped before.
    child.isPaused = waitingForDebugger === true || isLeaving;
    child.isInterface = targetInfo !== undefined && isInterface(targetInfo);
    if (child.isInterface && node.owner !== this.#first) this.#refuse(child, node);
    else if (isLeaving) this.#release(child);
    else if (node.id === undefined && this.#opening > 0) this.#held = { sessionId, said };
    else this.#deliver(node.owner, said, undefined);
  }

  /** Lets it go before anything was said on it; what its user says there finds no session. */
  #refuse(child: Node<Member>, parent: Node<Member>): void {
    if (child.isPaused) this.#post("Runtime.runIfWaitingForDebugger", {}, child.id);
    this.#post("Target.detachFromTarget", { sessionId: child.id }, parent.id);
    this.#forget(child);
  }

  /** Clients wait for a session of each target that they are told of. */
  #heralded(node: Node<Member>, said: RawMessage, text: string): void {
    const { targetInfo } = subjectOf(text);
    if (!targetInfo || !isInterface(targetInfo)) this.#deliver(node.owner, said, undefined);
  }

  #detached(node: Node<Member>, said: RawMessage, text: string): void {
    const gone = this.#sessions.get(subjectOf(text).sessionId);
    // Otherwise it was that of a user who left.
    if (!gone) return;
    this.#forget(gone);
    if (gone.parent) this.#deliver(node.owner, said, undefined);
    else if (this.#members.delete(gone.owner)) {
      gone.owner.user.ended(closedFailure());
      gone.owner.hasLeft();
    }
  }

  /** Tells the first user of the session that was held back, unless it is `ours`: of a user whom we let in. */
  #tellHeld(ours: string | undefined): void {
    const held = this.#held;
    this.#held = undefined;
    if (held && held.sessionId !== ours) this.#deliver(this.#first, held.said, undefined);
  }

  #deliver(member: Member, said: RawMessage, id: number | undefined): void {
    if (this.#held && member === this.#first) this.#tellHeld(undefined);
    if (!this.#members.has(member)) return;
    try {
      member.user.receive(said.rewritten(id, said.sessionId !== member.sessionId));
    } catch (error) {
      // It is one user's; the others go on.
      log.error("bug in a user of a browser's protocol:", error);
    }
  }
}
