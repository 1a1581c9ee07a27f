/** A scripted browser: answers calls as a test defines, for cases that a real browser does not produce. */
import { Connection } from "../../src/cdp/connection.ts";
import type { Transport } from "../../src/cdp/transport.ts";
import { Failure } from "../../src/errors.ts";

export interface SentCall {
  id: number;
  method: string;
  params?: unknown;
  sessionId?: string;
}

export interface FakePeer {
  connection: Connection;
  /** All calls, in order. */
  sent: SentCall[];
  /** Delivers a message of the browser: an answer by id, or an event. */
  say(message: object): void;
  /** Ends the connection from the other side. */
  hangUp(): void;
}

/** `respond` returns the result, throws a protocol error, or returns undefined for no answer. */
export function fakePeer(respond: (call: SentCall) => object | undefined = () => undefined): FakePeer {
  const sent: SentCall[] = [];
  const transport: Transport = {
    receive: () => {},
    ended: () => {},
    close: () => {},
    send(text) {
      const call = JSON.parse(text) as SentCall;
      sent.push(call);
      queueMicrotask(() => {
        try {
          const result = respond(call);
          if (result) transport.receive(JSON.stringify({ id: call.id, result, sessionId: call.sessionId }));
        } catch (error) {
          transport.receive(
            JSON.stringify({ id: call.id, error: { message: (error as Error).message }, sessionId: call.sessionId }),
          );
        }
      });
    },
  };
  const connection = new Connection(transport);
  return {
    connection,
    sent,
    say: (message) => transport.receive(JSON.stringify(message)),
    hangUp: () => transport.ended(new Failure("closed", "the connection to the browser is closed")),
  };
}

/** Passes on all calls, but answers the n-th call of a method (from 1) with an error. */
export function failNth(transport: Transport, method: string, n: number, message: string): Transport {
  let count = 0;
  const send = transport.send;
  transport.send = (text) => {
    const call = JSON.parse(text) as SentCall;
    if (call.method === method && ++count === n) {
      queueMicrotask(() =>
        transport.receive(JSON.stringify({ id: call.id, error: { message }, sessionId: call.sessionId })),
      );
      return;
    }
    send(text);
  };
  return transport;
}
