/**
 * Encodes a picture as a VP8 key frame of one size. `Bun.Image` encodes WebP, and a lossy WebP contains a VP8 key frame (RFC
 * 9649); a video may consist of key frames only. Pictures of another shape get bars.
 */
import { withBars } from "./bitmap.ts";
import type { Size } from "./staged.ts";

/** At this quality text is readable, and a page of text has about 60 kB. */
const QUALITY = 60;

/** Smaller differences in shape get no bars. */
const TOLERANCE = 0.01;

export async function keyFrame(jpeg: Uint8Array<ArrayBuffer>, size: Size): Promise<Uint8Array> {
  const { width, height } = await new Bun.Image(jpeg).metadata();
  const isOfShape = Math.abs(width / height / (size.width / size.height) - 1) < TOLERANCE;
  const picture = isOfShape
    ? new Bun.Image(jpeg).resize(size.width, size.height, { fit: "fill", filter: "bilinear" })
    : new Bun.Image(await withBars(jpeg, { width, height }, size));
  return chunkOf(await picture.webp({ quality: QUALITY }).bytes());
}

/** The VP8 chunk of a WebP file. Each chunk has a name, a length and bytes padded to an even number. */
export function chunkOf(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.length);
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString("latin1", at, at + 4) === "VP8 ") return file.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length & 1);
  }
  throw new Error("the picture is not a lossy WebP");
}
