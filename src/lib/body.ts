/** Reads the body of a request into memory up to a limit. */

/**
 * Returns undefined when the body has more than `most` bytes; reads no further than that, whatever its headers say.
 * Throws when the connection ends early.
 */
export async function boundedBody({ headers, body }: Request, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(headers.get("content-length") ?? 0) > most) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
