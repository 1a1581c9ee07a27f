/** Writes pictures as a WebM video. The one door of mediabunny, loaded when a recording is finished. */
import { open } from "node:fs/promises";
import { EncodedPacket, EncodedVideoPacketSource, Output, StreamTarget, WebMOutputFormat } from "mediabunny";
import type { Size, StagedPicture } from "../stream/staged.ts";

/** What the last picture is shown for, where nothing says how long it was. */
const LAST_MS = 200;

/** Bytes that are kept until they are written. */
const CHUNK_BYTES = 1 << 20;

/** False when there was no picture, and no video. `path` is written over. */
export async function writeWebm(path: string, size: Size, pictures: AsyncIterable<StagedPicture>): Promise<boolean> {
  const file = await open(path, "w", 0o600);
  try {
    const writable = new WritableStream<{ data: Uint8Array; position: number }>({
      async write({ data, position }) {
        for (let at = 0; at < data.length; )
          at += (await file.write(data, at, data.length - at, position + at)).bytesWritten;
      },
    });
    const output = new Output({
      format: new WebMOutputFormat(),
      target: new StreamTarget(writable, { chunked: true, chunkSize: CHUNK_BYTES }),
    });
    const source = new EncodedVideoPacketSource("vp8");
    output.addVideoTrack(source);
    await output.start();
    const count = await addAll(source, size, pictures);
    if (count > 0) await output.finalize();
    else await output.cancel();
    await file.sync();
    return count > 0;
  } finally {
    await file.close();
  }
}

/** Each is shown until the next one. */
async function addAll(
  source: EncodedVideoPacketSource,
  { width, height }: Size,
  pictures: AsyncIterable<StagedPicture>,
): Promise<number> {
  const decoderConfig = { codec: "vp8", codedWidth: width, codedHeight: height };
  let count = 0;
  let shown: StagedPicture | undefined;
  let endMs = 0;
  const add = async (untilMs: number) => {
    if (!shown) return;
    const packet = new EncodedPacket(shown.vp8, "key", shown.atMs / 1000, (untilMs - shown.atMs) / 1000);
    await source.add(packet, count++ === 0 ? { decoderConfig } : undefined);
  };
  for await (const picture of pictures) {
    // Two of the same moment are one: times of a video go up.
    endMs = Math.max(endMs + 1, picture.atMs);
    if (picture.vp8.length === 0) continue;
    const atMs = shown ? Math.max(shown.atMs + 1, picture.atMs) : 0;
    await add(atMs);
    shown = { atMs, vp8: picture.vp8 };
  }
  if (!shown) return count;
  // Players end with the last picture's beginning: it comes once more at its end, where that is later.
  const last = Math.max(endMs, shown.atMs + LAST_MS);
  await add(last);
  shown = { atMs: last, vp8: shown.vp8 };
  await add(last + 1);
  return count;
}
