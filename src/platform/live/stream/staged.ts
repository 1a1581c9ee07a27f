/**
 * A recording while it is made: pictures one after the other in a file that only grows, so that whatever ends the server
 * leaves all but the last of them. Becomes a video later. Format: a head of four 2-byte numbers (mark, version, width,
 * height), then of each picture its time in ms (8 bytes), its length (4 bytes) and its VP8 key frame; big-endian. A length
 * of 0 says that the picture before it was still shown at that time.
 */
import { type FileHandle, open } from "node:fs/promises";

const MARK = 0x5356;
const VERSION = 1;
const HEAD_BYTES = 8;
const RECORD_HEAD_BYTES = 12;

/** No picture is larger; a length beyond it is damage. */
const MAX_PICTURE_BYTES = 64 << 20;

export interface Size {
  width: number;
  height: number;
}

export interface StagedPicture {
  /** Since the first one. */
  atMs: number;
  /** VP8 key frame; empty where the one before it was still shown. */
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

  /** `ms` counts from anywhere, and never goes back. */
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

/** Opens one to read; undefined for a file that holds none, cut off at its beginning for example. */
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

/** All that are whole: the last one may have been cut off. */
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

/** Exactly that many bytes, or undefined at the end of the file. */
async function read(file: FileHandle, length: number, position: number): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(length);
  for (let got = 0; got < length; ) {
    const { bytesRead } = await file.read(buffer, got, length - got, position + got);
    if (bytesRead === 0) return undefined;
    got += bytesRead;
  }
  return buffer;
}
