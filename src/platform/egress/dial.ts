/** Connects a browser to a host: asks the guard, then connects to the checked addresses or through the browser's proxy. */
import type { Socket } from "node:net";
import { addressKind, plainAddress } from "./addresses.ts";
import { connectTo, reasonOf, Unreachable } from "./connect.ts";
import { Denied, type Guard, isLocalhost, type Place, Unknown } from "./guard.ts";
import { authorityOf, authorizationOf, tunnel, wrapTls } from "./through.ts";
import type { Upstream } from "./upstream.ts";

export interface Dialed {
  readonly socket: Socket;
  /** Bytes that arrived already. */
  readonly first: Buffer;
  /** Set if the peer is a proxy that takes absolute URLs, with these credentials. */
  readonly relay?: { readonly authorization: string | undefined };
}

export interface Destination extends Place {
  /** True for a tunnel of any bytes, false for plain HTTP requests. */
  readonly isTunnel: boolean;
}

/** Errors: `Denied` by a rule; `Unreachable` with a reason without passwords. */
export type Dial = (destination: Destination, signal: AbortSignal) => Promise<Dialed>;

/** Connects directly. */
export function direct(guard: Guard): Dial {
  return async (destination, signal) => {
    try {
      const socket = await connectTo(await guard.addresses(destination), destination.port, signal);
      return { socket, first: Buffer.alloc(0) };
    } catch (error) {
      if (error instanceof Denied) throw error;
      if (error instanceof Unknown) throw new Unreachable(error.message);
      throw new Unreachable(`${authorityOf(destination)} is not reachable: ${reasonOf(error)}`);
    }
  };
}

/** Connects through a proxy, except to this machine, as browsers do. `onConnection` gets each connection to the proxy. */
export function through(upstream: Upstream, guard: Guard, onConnection: (socket: Socket) => void): Dial {
  const directly = direct(guard);
  return async (destination, signal) => {
    if (isThisMachine(destination.host)) return await directly(destination, signal);
    await guard.allow(destination);
    let socket: Socket | undefined;
    try {
      const addresses = upstream.isCustom ? await guard.addresses(upstream) : await guard.unchecked(upstream.host);
      socket = await connectTo(addresses, upstream.port, signal);
      onConnection(socket);
      const connection = await wrapTls(socket, upstream, signal);
      if (upstream.protocol !== "socks5" && !destination.isTunnel)
        return { socket: connection, first: Buffer.alloc(0), relay: { authorization: authorizationOf(upstream) } };
      return await tunnel(connection, upstream, destination, signal);
    } catch (error) {
      socket?.destroy();
      throw error instanceof Denied ? error : proxyFailure(error);
    }
  };
}

function proxyFailure(error: unknown): Unreachable {
  const reason = error instanceof Unreachable || error instanceof Unknown ? error.message : reasonOf(error);
  return new Unreachable(`connecting through the proxy of this browser failed: ${reason}`);
}

function isThisMachine(host: string): boolean {
  return isLocalhost(host) || (plainAddress(host) !== undefined && addressKind(host) === "loopback");
}
