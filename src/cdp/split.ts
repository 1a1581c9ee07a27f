/**
 * One connection to a browser, shared: each user has a transport of its own with its own call ids and sees the events of
 * its own sessions alone. The first user has the browser's own session, later ones a browser session each.
 */
import { Connection } from "./connection.ts";
import type { Transport } from "./transport.ts";

export interface Split {
  /** The first user's: for whoever started the browser. */
  readonly connection: Connection;
  /** A transport for one more user, who sees the browser as if alone. */
  open(signal: AbortSignal): Promise<Transport>;
}

interface User {
  /** The browser session that messages without a session go to. */
  readonly root: string | undefined;
  readonly transport: Transport;
}

/** Shares `pipe`. Its end is the end of all. */
export function split(pipe: Transport): Split {
  const users = new Set<User>();
  const calls = new Map<number, { user: User; id: number }>();
  const owners = new Map<string, User>();
  let nextId = 1;

  function join(root: string | undefined): User {
    const transport: Transport = {
      send(text) {
        const message = JSON.parse(text) as { id: number; sessionId?: string };
        const id = nextId++;
        calls.set(id, { user, id: message.id });
        const sessionId = message.sessionId ?? root;
        pipe.send(JSON.stringify({ ...message, id, ...(sessionId === undefined ? {} : { sessionId }) }));
      },
      receive: () => {},
      ended: () => {},
      close() {
        users.delete(user);
        for (const [session, owner] of owners) if (owner === user) owners.delete(session);
        if (root !== undefined) void first.root.sendMayFail("Target.detachFromTarget", { sessionId: root });
        else pipe.close();
      },
    };
    const user: User = { root, transport };
    users.add(user);
    if (root !== undefined) owners.set(root, user);
    return user;
  }

  const primary = join(undefined);
  const first = new Connection(primary.transport);
  pipe.receive = (text) => {
    const message = JSON.parse(text) as {
      id?: number;
      method?: string;
      sessionId?: string;
      params?: { sessionId?: string };
    };
    const call = message.id === undefined ? undefined : calls.get(message.id);
    const user = call?.user ?? owners.get(message.sessionId ?? "") ?? primary;
    if (call && message.id !== undefined) {
      calls.delete(message.id);
      message.id = call.id;
    }
    if (message.method === "Target.attachedToTarget" && message.params?.sessionId)
      owners.set(message.params.sessionId, user);
    if (message.sessionId !== undefined && message.sessionId === user.root) delete message.sessionId;
    if (users.has(user)) user.transport.receive(JSON.stringify(message));
  };
  pipe.ended = (reason) => {
    for (const user of users) user.transport.ended(reason);
  };
  return {
    connection: first,
    async open(signal) {
      const { sessionId } = await first.root.send("Target.attachToBrowserTarget", {}, signal);
      return join(sessionId).transport;
    },
  };
}
