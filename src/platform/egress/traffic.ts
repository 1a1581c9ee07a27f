/** Counts the bytes of connections in both directions. */
import type { Socket } from "node:net";

export class Traffic {
  readonly #open = new Set<Socket>();
  #ended = 0;
  #taken = 0;

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#ended += bytesOf(socket);
    });
  }

  /** Bytes since the last `take`. */
  get bytes(): number {
    let bytes = this.#ended - this.#taken;
    for (const socket of this.#open) bytes += bytesOf(socket);
    return bytes;
  }

  /** Subtracts bytes that were recorded. */
  take(bytes: number): void {
    this.#taken += bytes;
  }
}

function bytesOf(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten;
}
