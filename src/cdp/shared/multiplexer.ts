/**
 * Shares one connection to a browser among several users. Each user has call ids of its own and sees the events of its own
 * sessions. The first user has the browser's own session. Each later user gets a session of the browser or of one target, and
 * takes it for the connection itself. Sessions attached under a session belong to the same user.
 *
 * When a user leaves, Chrome detaches the sessions below its session, resumes targets that waited for its debugger, and resets
 * its settings. State of the browser as a whole (permissions, cookies, the download folder) is shared by all users.
 *
 * Pages of the browser's own interface, which full Chrome has beside those of sites, are visible to the first user alone: the
 * others get neither a session of one nor events about it.
 */
import { Failure } from "../../errors.ts";
import { log } from "../../lib/log.ts";
import { Connection } from "../connection.ts";
import { outline, type RawMessage } from "../raw-message.ts";
import { closedFailure, type Transport } from "../transport.ts";
import { type Call, faultText, MAX_ID, NO_SESSION, readCall, SERVER_ERROR } from "./call.ts";
import { attachEvent, isInterface, type Node, note, Sessions } from "./sessions.ts";
import type { Load, Member, Multiplexer, PendingCall, User } from "./user.ts";

/** Limit of a user's calls without an answer: enough for any client, too few to flood the browser. */
const MAX_WAITING = 20_000;

/** Events about targets that need no session of them. */
const TARGET_EVENTS: ReadonlySet<string> = new Set(["Target.targetCreated", "Target.targetInfoChanged"]);

/** How long Chrome may take to report a target that it stopped for a user who is leaving. */
const LINGER_MS = 1_000;

/** Shares the transport of a browser. When it ends, all users end. */
export function multiplex(pipe: Transport): Multiplexer {
  return new TransportMultiplexer(pipe);
}

class TransportMultiplexer implements Multiplexer {
  readonly connection: Connection;
  readonly #pipe: Transport;
  readonly #first: Member;
  readonly #members = new Set<Member>();
  readonly #sessions = new Sessions<Member>();
  readonly #calls = new Map<number, PendingCall>();
  /** Number of users being added. Chrome reports the session of each right before it answers; `#deliverDeferred` has that event. */
  #opening = 0;
  #deferred: { sessionId: string; message: RawMessage } | undefined;
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
      this.#deliverDeferred(result?.sessionId);
      const own = this.#sessions.get(result?.sessionId ?? "");
      this.#forget(own);
      if (result && own?.isInterface) {
        this.#detach(result.sessionId);
        reject(new Failure("closed", "the target belongs to the browser's own interface"));
      } else if (!result)
        reject(this.#over ?? new Failure("closed", error?.message ?? "the browser refused another connection"));
      // The caller no longer waits: without this the session would never be detached.
      else if (signal.aborted) this.#detach(result.sessionId);
      else resolve(this.#join(result.sessionId, targetId === undefined).user);
    };
    this.#opening++;
    if (targetId === undefined) this.#request("Target.attachToBrowserTarget", {}, attached);
    else this.#request("Target.attachToTarget", { targetId, flatten: true }, attached);
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
        if (typeof call === "string") user.deliver(call);
        else user.call(call);
      },
      call: (call) => this.#call(member, call),
      deliver: (text) => {
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

  /** Removes a session, the sessions below it, and their pending calls. */
  #forget(node: Node<Member> | undefined): void {
    if (node) for (const one of this.#sessions.remove(node)) this.#drop(one);
  }

  /** Removes the pending calls of a session: their answers are ignored. */
  #drop(node: Node<Member>): void {
    for (const id of node.calls) this.#calls.delete(id);
    node.owner.waiting -= node.calls.size;
    node.calls.clear();
  }

  /**
   * Chrome never resumes a window that waits for a detached session, and the page that opened it hangs too. So the multiplexer
   * first turns the waiting off and resumes the windows that wait. Chrome reports windows that it has just stopped some
   * milliseconds later and without an event that marks the end of this, so the session is detached after `LINGER_MS`.
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

  /** Resumes the targets that wait for this session or one below it. True when new windows were to wait for it. */
  #release(node: Node<Member>): boolean {
    this.#drop(node);
    if (node.pausing) this.#post("Target.setAutoAttach", { ...node.pausing, waitForDebuggerOnStart: false }, node.id);
    if (node.isPaused) this.#post("Runtime.runIfWaitingForDebugger", {}, node.id);
    let hadPaused = node.isOfBrowser && node.pausing !== undefined;
    for (const child of [...node.children]) {
      hadPaused = this.#release(child) || hadPaused;
      if (!node.isOfBrowser || child.isOfBrowser || child.isPaused) continue;
      // Ends its state in the page at once: paused requests, a stopped debugger.
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
      member.user.deliver(faultText(call.id, NO_SESSION));
      return;
    }
    if (member.waiting >= MAX_WAITING) {
      const reason = `${MAX_WAITING} calls wait for an answer already`;
      member.user.deliver(faultText(call.id, { code: SERVER_ERROR, message: reason }, call.sessionId));
      return;
    }
    const id = this.#nextId();
    this.#calls.set(id, { node, id: call.id });
    node.calls.add(id);
    member.waiting++;
    note(node, call);
    this.#pipe.send(JSON.stringify({ id, method: call.method, params: call.params, sessionId: node.id }));
  }

  /** Sends a call of the multiplexer itself. */
  #request(method: string, params: object, answered: (text: string | undefined) => void): void {
    this.#calls.set(this.#post(method, params), { node: undefined, id: 0, answered });
  }

  /** Sends a call of the multiplexer itself whose answer is ignored. Returns its id. */
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
    const message = outline(text);
    if (message?.id !== undefined) this.#answered(message, message.id, text);
    else if (message?.method !== undefined) this.#event(message, text);
  }

  #answered(message: RawMessage, id: number, text: string): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    if (!call.node) {
      call.answered?.(text);
      return;
    }
    call.node.calls.delete(id);
    call.node.owner.waiting--;
    this.#deliver(call.node.owner, message, call.id);
  }

  #event(message: RawMessage, text: string): void {
    const node = this.#sessions.get(message.sessionId);
    if (!node) return;
    if (message.method === "Target.attachedToTarget") this.#attached(node, message, text);
    else if (TARGET_EVENTS.has(message.method ?? "") && node.owner !== this.#first)
      this.#targetChanged(node, message, text);
    else if (message.method === "Target.detachedFromTarget") this.#detached(node, message, text);
    else this.#deliver(node.owner, message, undefined);
  }

  #attached(node: Node<Member>, message: RawMessage, text: string): void {
    const { sessionId, waitingForDebugger, targetInfo } = attachEvent(text);
    this.#deliverDeferred(undefined);
    const child = this.#sessions.add(sessionId, node.owner, node);
    child.isOfBrowser = targetInfo?.type === "browser";
    const isLeaving = !this.#members.has(node.owner);
    // After the waiting is turned off Chrome reports every target as running, also one that it stopped before.
    child.isPaused = waitingForDebugger === true || isLeaving;
    child.isInterface = targetInfo !== undefined && isInterface(targetInfo);
    if (child.isInterface && node.owner !== this.#first) this.#refuse(child, node);
    else if (isLeaving) this.#release(child);
    else if (node.id === undefined && this.#opening > 0) this.#deferred = { sessionId, message };
    else this.#deliver(node.owner, message, undefined);
  }

  /** Detaches a session of the browser's interface before its user can send a call on it. */
  #refuse(child: Node<Member>, parent: Node<Member>): void {
    if (child.isPaused) this.#post("Runtime.runIfWaitingForDebugger", {}, child.id);
    this.#post("Target.detachFromTarget", { sessionId: child.id }, parent.id);
    this.#forget(child);
  }

  /** Events about the browser's interface are dropped: clients wait for a session of every reported target. */
  #targetChanged(node: Node<Member>, message: RawMessage, text: string): void {
    const { targetInfo } = attachEvent(text);
    if (!targetInfo || !isInterface(targetInfo)) this.#deliver(node.owner, message, undefined);
  }

  #detached(node: Node<Member>, message: RawMessage, text: string): void {
    const gone = this.#sessions.get(attachEvent(text).sessionId);
    // A session of a user who left is removed already.
    if (!gone) return;
    this.#forget(gone);
    if (gone.parent) this.#deliver(node.owner, message, undefined);
    else if (this.#members.delete(gone.owner)) {
      gone.owner.user.ended(closedFailure());
      gone.owner.hasLeft();
    }
  }

  /** Delivers the deferred event to the first user, unless it reports the session `ours` of a new user. */
  #deliverDeferred(ours: string | undefined): void {
    const deferred = this.#deferred;
    this.#deferred = undefined;
    if (deferred && deferred.sessionId !== ours) this.#deliver(this.#first, deferred.message, undefined);
  }

  #deliver(member: Member, message: RawMessage, id: number | undefined): void {
    if (this.#deferred && member === this.#first) this.#deliverDeferred(undefined);
    if (!this.#members.has(member)) return;
    try {
      member.user.receive(message.rewritten(id, message.sessionId !== member.sessionId));
    } catch (error) {
      // The bug is one user's; the others continue.
      log.error("bug in a user of the CDP multiplexer:", error);
    }
  }
}
