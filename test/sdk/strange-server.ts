/** A server that answers as a test says, one answer after the other, and keeps what it was sent. */
import { createServer, type Socket } from "node:net";

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Text as it goes over the wire; `cut` closes the connection behind it, `hold` lets it wait. */
export interface Answering {
  text: string | Uint8Array;
  cut?: true;
  hold?: true;
}

export interface StrangeServer extends AsyncDisposable {
  url: string;
  received: Received[];
  /** The last answer stays. */
  answers: Answering[];
}

export function reply(status: number, body?: unknown, headers: Record<string, string> = {}): Answering {
  const text = body === undefined ? "" : JSON.stringify(body);
  const all = { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return { text: `HTTP/1.1 ${status} CallerRules\r\n${lines.join("")}\r\n${text}` };
}

export async function strangeServer(...answers: Answering[]): Promise<StrangeServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const own = { received, answers };
  const server = createServer((socket) => {
    sockets.add(socket);
    let held = "";
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk) => {
      held += chunk.toString("latin1");
      for (let request = requestIn(held); request; request = requestIn(held)) {
        held = held.slice(request.length);
        received.push(request.received);
        if (!answer(socket)) return;
      }
    });
  });
  /** Writes the next answer. Returns false when there is none. */
  const answer = (socket: Socket): boolean => {
    const next = own.answers.length > 1 ? own.answers.shift() : own.answers[0];
    if (next === undefined || next.hold) return false;
    socket.write(next.text);
    // What was written before has arrived when the connection breaks.
    if (next.cut) setTimeout(() => socket.end(), 20);
    return true;
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(own, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function requestIn(text: string): { received: Received; length: number } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines
      .map((line) => line.split(/: (.*)/s).slice(0, 2))
      .map(([name = "", value]) => [name.toLowerCase(), value ?? ""]),
  );
  const length = end + 4 + Number(headers["content-length"] ?? 0);
  if (text.length < length) return undefined;
  return { received: { method, path, headers, body: text.slice(end + 4, length) }, length };
}
