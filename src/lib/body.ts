/** The body of a request, held in memory up to a limit. */

/** Undefined if it has more than `most` bytes; nothing beyond them is read, whatever its headers say. Throws when it breaks off. */
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
