/**
 * An unfinished recording: pictures in a file that only grows, so that a crash loses at most the last one. Format: a header of
 * four 2-byte numbers (mark, version, width, height), then for each picture its time in ms (8 bytes), its length (4 bytes) and
 * its VP8 key frame; big-endian. Length 0 means that the previous picture was still shown at that time.
 */
import { type FileHandle, open } from "node:fs/promises";

const MARK = 0x5356;
const VERSION = 1;
const HEAD_BYTES = 8;
const RECORD_HEAD_BYTES = 12;

/** Maximum size of a picture; a larger length means damage. */
const MAX_PICTURE_BYTES = 64 << 20;

export interface Size {
  width: number;
  height: number;
}

export interface StagedPicture {
  /** Milliseconds since the first picture. */
  atMs: number;
  /** VP8 key frame; empty if the previous one was still shown. */
  vp8: Uint8Array;
}

export class StageWriter {
  readonly #file: FileHandle;
  #firstMs: number | undefined;
  bytes = HEAD_BYTES;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string, { width, height }: Size): Promise<StageWriter> {
    const file = await open(path, "wx", 0o600);
    const head = Buffer.alloc(HEAD_BYTES);
    for (const [n, value] of [MARK, VERSION, width, height].entries()) head.writeUInt16BE(value, n * 2);
    try {
      await file.appendFile(head);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new StageWriter(file);
  }

  get hasPictures(): boolean {
    return this.#firstMs !== undefined;
  }

  /** `ms` is monotonic from any origin. */
  async add(ms: number, vp8: Uint8Array): Promise<void> {
    this.#firstMs ??= ms;
    const head = Buffer.alloc(RECORD_HEAD_BYTES);
    head.writeDoubleBE(ms - this.#firstMs, 0);
    head.writeUInt32BE(vp8.length, 8);
    await this.#file.appendFile(Buffer.concat([head, vp8]));
    this.bytes += RECORD_HEAD_BYTES + vp8.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

export interface Staged {
  readonly size: Size;
  pictures(): AsyncGenerator<StagedPicture>;
  close(): Promise<void>;
}

/** Opens a file for reading; undefined if it has no complete header. */
export async function openStaged(path: string): Promise<Staged | undefined> {
  const file = await open(path, "r");
  const head = await read(file, HEAD_BYTES, 0);
  if (!head || head.readUInt16BE(0) !== MARK || head.readUInt16BE(2) !== VERSION) {
    await file.close();
    return undefined;
  }
  return {
    size: { width: head.readUInt16BE(4), height: head.readUInt16BE(6) },
    pictures: () => pictures(file),
    close: () => file.close(),
  };
}

/** All complete pictures; the last one may be cut off. */
async function* pictures(file: FileHandle): AsyncGenerator<StagedPicture> {
  for (let at = HEAD_BYTES; ; ) {
    const head = await read(file, RECORD_HEAD_BYTES, at);
    const length = head?.readUInt32BE(8) ?? 0;
    if (!head || length > MAX_PICTURE_BYTES) return;
    const vp8 = await read(file, length, at + RECORD_HEAD_BYTES);
    if (!vp8) return;
    yield { atMs: head.readDoubleBE(0), vp8 };
    at += RECORD_HEAD_BYTES + length;
  }
}

/** Exactly that many bytes; undefined at the end of the file. */
async function read(file: FileHandle, length: number, position: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(buffer, got, length - got, position + got);
    if (bytesRead === 0) return undefined;
    got += bytesRead;
  }
  return buffer;
}
