/** One connection to a browser and its sessions (flat mode). Matches answers to calls and passes events to their session. */
import { Failure } from "../errors.ts";
import { ProtocolError } from "./errors.ts";
import type { Commands, Events } from "./protocol.gen.ts";
import type { Transport } from "./transport.ts";

type Method = keyof Commands;
type Params<M extends Method> = Commands[M]["params"];
type Result<M extends Method> = Commands[M]["result"];

interface Call {
  method: string;
  session: Session;
  /** Created when the call is sent, so that its stack names the caller. */
  sent: Error;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string; data?: string };
}

export class Connection {
  /** The browser itself. */
  readonly root: Session;
  /** Resolves with the reason when the connection ends. */
  readonly over: Promise<Failure>;
  readonly #transport: Transport;
  readonly #calls = new Map<number, Call>();
  readonly #sessions = new Map<string, Session>();
  #nextId = 1;
  #ended: Failure | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.root = new Session(this, undefined);
    const { promise, resolve } = Promise.withResolvers<Failure>();
    this.over = promise;
    transport.receive = (text) => this.#receive(text);
    transport.ended = (reason) => {
      if (this.#ended) return;
      this.#ended = reason;
      this.#rejectWhere(() => true, reason);
      resolve(reason);
    };
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  /** The session of an attached target; created on the first call. */
  session(id: string): Session {
    let session = this.#sessions.get(id);
    if (!session) {
      session = new Session(this, id);
      this.#sessions.set(id, session);
    }
    return session;
  }

  /** Ends a session: its pending calls and all later ones reject with `reason`. */
  drop(id: string, reason: Failure): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    session.gone = reason;
    this.#rejectWhere((call) => call.session === session, reason);
  }

  /** Rejects the pending calls of a session with `reason`. The session stays usable. */
  interrupt(session: Session, reason: Failure): void {
    this.#rejectWhere((call) => call.session === session, reason);
  }

  close(): void {
    this.#transport.close();
    this.#transport.ended(new Failure("closed", "the connection to the browser was closed"));
  }

  /** Called only by `Session`. */
  send<M extends Method>(
    session: Session,
    method: M,
    params: Params<M> | undefined,
    signal?: AbortSignal,
  ): Promise<Result<M>> {
    const gone = this.#ended ?? session.gone;
    if (gone) return Promise.reject(gone);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = this.#nextId++;
    return new Promise<Result<M>>((resolve, reject) => {
      const call: Call = { method, session, sent: new Error(), resolve: resolve as (result: unknown) => void, reject };
      this.#calls.set(id, call);
      signal?.addEventListener("abort", () => this.#calls.delete(id) && reject(signal.reason), { once: true });
      this.#transport.send(JSON.stringify({ id, sessionId: session.id, method, params }));
    });
  }

  #receive(text: string): void {
    const message = JSON.parse(text) as Message;
    if (message.id !== undefined) this.#settle(message.id, message);
    if (message.id !== undefined || message.method === undefined) return;
    const session = message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId);
    session?.emit(message.method, message.params);
  }

  #settle(id: number, message: Message): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.session.lastAnswerMs = performance.now();
    if (!message.error) {
      call.resolve(message.result);
      return;
    }
    const detail = message.error.data ? `${message.error.message} ${message.error.data}` : message.error.message;
    call.reject(new ProtocolError(call.method, detail, call.sent));
  }

  #rejectWhere(matches: (call: Call) => boolean, reason: Failure): void {
    for (const [id, call] of [...this.#calls]) {
      if (!matches(call)) continue;
      this.#calls.delete(id);
      call.reject(reason);
    }
  }
}

/** One attached target, or the browser itself when `id` is undefined. */
export class Session {
  readonly id: string | undefined;
  readonly connection: Connection;
  /** Set when the target is gone. */
  gone: Failure | undefined;
  /** Time of the last answer, as `performance.now()`. */
  lastAnswerMs = 0;
  readonly #handlers = new Map<string, ((params: never) => void)[]>();

  constructor(connection: Connection, id: string | undefined) {
    this.connection = connection;
    this.id = id;
  }

  send<M extends Method>(method: M, params?: Params<M>, signal?: AbortSignal): Promise<Result<M>> {
    return this.connection.send(this, method, params, signal);
  }

  /** Like `send`, but resolves to undefined when the call fails: for calls whose target may be gone. */
  async sendMayFail<M extends Method>(method: M, params?: Params<M>): Promise<Result<M> | undefined> {
    try {
      return await this.send(method, params);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  /** Adds an event handler. Returns a function that removes it. */
  on<E extends keyof Events>(event: E, handler: (params: Events[E]) => void): () => void {
    const added = handler as (params: never) => void;
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), added]);
    return () => {
      this.#handlers.set(
        event,
        (this.#handlers.get(event) ?? []).filter((existing) => existing !== added),
      );
    };
  }

  /** Called only by `Connection`. */
  emit(event: string, params: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(params as never);
  }
}
