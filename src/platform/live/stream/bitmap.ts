/** Edits pictures as bitmaps, which need no encoder: adds bars, covers areas. */
import { inflateSync } from "node:zlib";
import type { Size } from "./staged.ts";

/** A covered area in pixels of the picture. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const HEAD = 54;

/** Scales a picture to fit, centered in a black bitmap. */
export async function withBars(
  jpeg: Uint8Array<ArrayBuffer>,
  from: Size,
  size: Size,
): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(size.width / from.width, size.height / from.height);
  const width = Math.max(1, Math.round(from.width * scale));
  const height = Math.max(1, Math.round(from.height * scale));
  const inner = new Bun.Image(jpeg).resize(width, height, { fit: "fill", filter: "bilinear" });
  return bitmap(await inner.png({ compressionLevel: 0 }).bytes(), { width, height }, size);
}

/** Paints the areas black. */
export async function covered(jpeg: Uint8Array<ArrayBuffer>, areas: readonly Area[]): Promise<Uint8Array<ArrayBuffer>> {
  const picture = new Bun.Image(jpeg);
  const { width, height } = await picture.metadata();
  const size = { width, height };
  const bytes = bitmap(await picture.png({ compressionLevel: 0 }).bytes(), size, size);
  const stride = strideOf(width);
  for (const { left, top, right, bottom } of areas) {
    const from = Math.max(0, Math.floor(left));
    const to = Math.min(width, Math.ceil(right));
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y++)
      if (to > from) bytes.fill(0, HEAD + y * stride + from * 3, HEAD + y * stride + to * 3);
  }
  return bytes;
}

/** Centers an uncompressed PNG in a bitmap of this size: a header, then lines of blue, green, red from the top. */
function bitmap(png: Uint8Array, { width, height }: Size, size: Size): Buffer<ArrayBuffer> {
  const { pixels, channels } = raw(png, { width, height });
  const stride = strideOf(size.width);
  const bytes = Buffer.alloc(HEAD + stride * size.height);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(HEAD, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(size.width, 18);
  bytes.writeInt32LE(-size.height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  const left = (size.width - width) >> 1;
  const top = (size.height - height) >> 1;
  for (let y = 0; y < height; y++) {
    let to = HEAD + (top + y) * stride + left * 3;
    let at = y * (width * channels + 1) + 1;
    for (let x = 0; x < width; x++, at += channels, to += 3) {
      bytes[to] = pixels[at + 2] ?? 0;
      bytes[to + 1] = pixels[at + 1] ?? 0;
      bytes[to + 2] = pixels[at] ?? 0;
    }
  }
  return bytes;
}

/** Lines of a bitmap start at multiples of four bytes. */
function strideOf(width: number): number {
  return (width * 3 + 3) & ~3;
}

/** Lines of an uncompressed PNG: one filter byte, which is 0, before the pixels. */
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
