/** Writes pictures as a WebM video. The only importer of mediabunny, which is loaded when a recording ends. */
import { open } from "node:fs/promises";
import { EncodedPacket, EncodedVideoPacketSource, Output, StreamTarget, WebMOutputFormat } from "mediabunny";
import type { Size, StagedPicture } from "../stream/staged.ts";

/** Duration of the last picture if it is unknown. */
const LAST_MS = 200;

/** Size of the write buffer. */
const CHUNK_BYTES = 1 << 20;

/** False without pictures; no file is written then. Overwrites `path`. */
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

/** Each picture is shown until the next one. */
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
    // Times of a video must increase.
    endMs = Math.max(endMs + 1, picture.atMs);
    if (picture.vp8.length === 0) continue;
    const atMs = shown ? Math.max(shown.atMs + 1, picture.atMs) : 0;
    await add(atMs);
    shown = { atMs, vp8: picture.vp8 };
  }
  if (!shown) return count;
  // Players end at the start of the last picture, so it is repeated at its end.
  const last = Math.max(endMs, shown.atMs + LAST_MS);
  await add(last);
  shown = { atMs: last, vp8: shown.vp8 };
  await add(last + 1);
  return count;
}
