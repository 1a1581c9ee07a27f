/** Unpacks a zip archive from an untrusted source. Nothing is written outside the folder. The only file that imports yauzl. */
import { createWriteStream } from "node:fs";
import { mkdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, sep } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { asFailure, Failure, fileFailure } from "../errors.ts";

/** A browser unpacks to half a gigabyte. An archive ten times as large would fill the disk. */
const MAX_BYTES = 5_000_000_000;

/** Longest target of a link. A longer entry only claims to be a link. */
const MAX_LINK_BYTES = 4_096;

/**
 * Unpacks the archive into a folder that must not exist. Files are readable only by their owner and keep their x bit.
 * Throws `bad_file` for an invalid archive and `io` when it cannot be written; then the folder holds a part of it.
 */
export async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const zip = await openPromise(archive, { strictFileNames: true });
    const links = new Map<string, string>();
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      total += entry.uncompressedSize;
      if (total > MAX_BYTES) throw new Error("it is larger than 5 GB when unpacked");
      await unpackEntry(zip, entry, folder, links, signal);
    }
    await makeLinks(links, folder);
  } catch (error) {
    signal.throwIfAborted();
    if (asFailure(error)) throw error;
    if (isSystemError(error)) throw fileFailure(error, `cannot unpack ${archive} to ${folder}`);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure("bad_file", `${archive} is not a valid zip archive: ${reason}`, DOWNLOAD_HINT, { cause: error });
  }
}

const DOWNLOAD_HINT = "Download the Chrome for Testing archive (.zip) again, then run `svc install --from <file>`.";

/** True for file system errors. Errors of yauzl have no code, and those of zlib no system call. */
function isSystemError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === "string" && syscall !== undefined && code !== "EEXIST";
}

/** The file type in a Unix file mode, which is in the upper half of an entry's attributes. */
const TYPE_MASK = 0o170000;
const LINK = 0o120000;

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  folder: string,
  links: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  // yauzl refuses absolute names, backslashes and `..` already. This check does not depend on its options.
  const path = join(folder, entry.fileName);
  if (!isBelow(path, folder)) throw new Error(`the entry ${entry.fileName} is outside of the archive's folder`);
  if (entry.isEncrypted()) throw new Error("it is encrypted");
  if (entry.fileName.endsWith("/")) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  const mode = entry.externalFileAttributes >>> 16;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if ((mode & TYPE_MASK) !== LINK) {
    return await writeEntry(zip, entry, path, (mode & 0o100) === 0 ? 0o600 : 0o700, signal);
  }
  if (entry.uncompressedSize > MAX_LINK_BYTES) throw new Error(`the link ${entry.fileName} is too long`);
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  links.set(path, Buffer.concat(pieces).toString());
}

/** Writes one file and verifies its CRC, which yauzl does not. */
async function writeEntry(zip: ZipFile, entry: Entry, path: string, mode: number, signal: AbortSignal): Promise<void> {
  let sum = 0;
  const check = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sum = crc32(piece, sum);
      done(null, piece);
    },
  });
  // "wx" fails for a second entry with the same name.
  await pipeline(await zip.openReadStreamPromise(entry), check, createWriteStream(path, { flags: "wx", mode }), {
    signal,
  });
  if (sum !== entry.crc32) throw new Error(`the entry ${entry.fileName} is damaged`);
}

/** Links are created after all files, so that nothing is written through a link. None may point outside. */
async function makeLinks(links: Map<string, string>, folder: string): Promise<void> {
  const root = await realpath(folder);
  for (const [path, target] of links) {
    if (isAbsolute(target) || !isBelow(join(dirname(path), target), folder)) {
      throw new Error(`the link ${path} points outside of the archive's folder`);
    }
    await symlink(target, path);
  }
  for (const path of links.keys()) {
    // A chain of links may lead outside although each single link does not, so the final target is checked.
    const end = await realpath(path).catch(() => undefined);
    if (end === undefined || !isBelow(end, root)) {
      throw new Error(
        `the link ${path} to ${await readlink(path)} is broken or points outside of the archive's folder`,
      );
    }
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder + sep);
}
