/**
 * The way from a browser to where it wants: the guard asked first, then a connection to the addresses that it found, or to
 * the browser's proxy. Knows nothing of who asks.
 */
import type { Socket } from "node:net";
import { addressKind, plainAddress } from "./addresses.ts";
import { connectTo, reasonOf, Unreachable } from "./connect.ts";
import { Denied, type Guard, isLocalhost, type Place, Unknown } from "./guard.ts";
import { authorityOf, authorizationOf, secured, tunnel } from "./through.ts";
import type { Upstream } from "./upstream.ts";

export interface Dialed {
  readonly socket: Socket;
  /** What the other side said already. */
  readonly first: Buffer;
  /** The other side is a proxy that wants requests in full, with these credentials. */
  readonly relay?: { readonly authorization: string | undefined };
}

export interface Wish extends Place {
  /** A way for bytes, whatever they are; else one for plain HTTP requests. */
  readonly isTunnel: boolean;
}

/** Errors: `Denied` by a rule; `Unreachable` with the reason in words, without any password. */
export type Dial = (wish: Wish, signal: AbortSignal) => Promise<Dialed>;

/** Straight there. */
export function direct(guard: Guard): Dial {
  return async (wish, signal) => {
    try {
      const socket = await connectTo(await guard.addresses(wish), wish.port, signal);
      return { socket, first: Buffer.alloc(0) };
    } catch (error) {
      if (error instanceof Denied) throw error;
      if (error instanceof Unknown) throw new Unreachable(error.message);
      throw new Unreachable(`${authorityOf(wish)} cannot be reached: ${reasonOf(error)}`);
    }
  };
}

/**
 * Through a proxy, but for this machine itself, which no proxy can reach: browsers do the same. `counted` gets each
 * connection to the proxy.
 */
export function through(upstream: Upstream, guard: Guard, counted: (socket: Socket) => void): Dial {
  const straight = direct(guard);
  return async (wish, signal) => {
    if (isThisMachine(wish.host)) return await straight(wish, signal);
    await guard.allow(wish);
    let socket: Socket | undefined;
    try {
      const addresses = upstream.isCustom ? await guard.addresses(upstream) : await guard.unchecked(upstream.host);
      socket = await connectTo(addresses, upstream.port, signal);
      counted(socket);
      const line = await secured(socket, upstream, signal);
      if (upstream.protocol !== "socks5" && !wish.isTunnel)
        return { socket: line, first: Buffer.alloc(0), relay: { authorization: authorizationOf(upstream) } };
      return await tunnel(line, upstream, wish, signal);
    } catch (error) {
      socket?.destroy();
      throw error instanceof Denied ? error : proxyFailure(error);
    }
  };
}

function proxyFailure(error: unknown): Unreachable {
  const reason = error instanceof Unreachable || error instanceof Unknown ? error.message : reasonOf(error);
  return new Unreachable(`the proxy of this browser cannot be used: ${reason}`);
}

function isThisMachine(host: string): boolean {
  return isLocalhost(host) || (plainAddress(host) !== undefined && addressKind(host) === "loopback");
}
