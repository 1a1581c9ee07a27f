/**
 * A picture as a VP8 key frame of one size. The program has no encoder of videos, but one of WebP: what a lossy WebP holds is
 * a VP8 key frame (RFC 9649), and a video may be made of these alone. Pictures of another shape get bars.
 */
import { inflateSync } from "node:zlib";
import type { Size } from "./staged.ts";

/** Text stays readable at it, and a page of text takes about 60 kB. */
const QUALITY = 60;

/** Of another shape than that much of a pixel makes no difference: no bars. */
const TOLERANCE = 0.01;

export async function keyFrame(jpeg: Uint8Array<ArrayBuffer>, size: Size): Promise<Uint8Array> {
  const { width, height } = await new Bun.Image(jpeg).metadata();
  const isOfShape = Math.abs(width / height / (size.width / size.height) - 1) < TOLERANCE;
  const whole = isOfShape
    ? new Bun.Image(jpeg).resize(size.width, size.height, { fit: "fill", filter: "bilinear" })
    : new Bun.Image(await withBars(jpeg, { width, height }, size));
  return chunkOf(await whole.webp({ quality: QUALITY }).bytes());
}

/** The VP8 chunk of a WebP file: a row of chunks, each a name, a length and its bytes, which are padded to an even number. */
export function chunkOf(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.length);
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    if (file.toString("latin1", at, at + 4) === "VP8 ") return file.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length & 1);
  }
  throw new Error("the picture became no lossy WebP");
}

/** Scaled to fit and put into the middle of a black bitmap: 54 bytes of head, then lines of blue, green, red from the top. */
async function withBars(jpeg: Uint8Array<ArrayBuffer>, from: Size, size: Size): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(size.width / from.width, size.height / from.height);
  const width = Math.max(1, Math.round(from.width * scale));
  const height = Math.max(1, Math.round(from.height * scale));
  const inner = new Bun.Image(jpeg).resize(width, height, { fit: "fill", filter: "bilinear" });
  const { pixels, channels } = raw(await inner.png({ compressionLevel: 0 }).bytes(), { width, height });
  // Lines of a bitmap begin at multiples of four bytes.
  const stride = (size.width * 3 + 3) & ~3;
  const bitmap = Buffer.alloc(54 + stride * size.height);
  bitmap.write("BM");
  bitmap.writeUInt32LE(bitmap.length, 2);
  bitmap.writeUInt32LE(54, 10);
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(size.width, 18);
  bitmap.writeInt32LE(-size.height, 22);
  bitmap.writeUInt16LE(1, 26);
  bitmap.writeUInt16LE(24, 28);
  const left = (size.width - width) >> 1;
  const top = (size.height - height) >> 1;
  for (let y = 0; y < height; y++) {
    let to = 54 + (top + y) * stride + left * 3;
    let at = y * (width * channels + 1) + 1;
    for (let x = 0; x < width; x++, at += channels, to += 3) {
      bitmap[to] = pixels[at + 2] ?? 0;
      bitmap[to + 1] = pixels[at + 1] ?? 0;
      bitmap[to + 2] = pixels[at] ?? 0;
    }
  }
  return bitmap;
}

/** The lines of a PNG that was not compressed: each has one byte for its filter, which is none, before its pixels. */
export function raw(png: Uint8Array, { width, height }: Size): { pixels: Buffer; channels: number } {
  const file = Buffer.from(png.buffer, png.byteOffset, png.length);
  const channels = file[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const pixels = inflateSync(Buffer.concat(parts));
  const line = width * channels + 1;
  for (let y = 0; y < height; y++) if (pixels[y * line] !== 0) throw new Error("the picture's lines are filtered");
  return { pixels, channels };
}
