/** Writes gzipped tar archives as a stream, because a browser does not fit well into memory. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { packTar } from "modern-tar/fs";
import { fileFailure } from "../../errors.ts";

export interface TarFile {
  /** Path in the archive. */
  name: string;
  /** A path on this machine, not of a link; or the text itself. */
  source: { path: string } | { text: string };
  executable?: boolean;
}

/** Writes the files, owned by root, into a new archive. `level` is that of zlib. Throws `io`; part of the archive may remain. */
export async function writeTarGz(
  archive: string,
  files: readonly TarFile[],
  level: number,
  signal: AbortSignal,
): Promise<void> {
  const owner = { uid: 0, gid: 0, uname: "root", gname: "root" };
  const sources = files.map(({ name, source, executable }) => {
    const entry = { target: name, mode: executable ? 0o755 : 0o644, ...owner };
    return "path" in source
      ? { type: "file" as const, source: source.path, ...entry }
      : { type: "content" as const, content: source.text, ...entry };
  });
  try {
    const output = createWriteStream(archive, { flags: "wx" });
    await pipeline(packTar(sources), createGzip({ level }), output, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure(error, `cannot write ${archive}`);
  }
}
