/** Archives whose bytes depend on nothing but what is in them and one time stamp. */
import { zipSync } from "fflate";
import { packTar } from "modern-tar";

export interface ArchiveFile {
  /** Path inside the archive. A tar may have folders too: names that end with a slash. */
  name: string;
  data: Uint8Array;
  executable?: boolean;
}

/** A tar: files in the order of their names, owned by root, all of one time. `seconds` since 1970. */
export async function tar(files: readonly ArchiveFile[], seconds: number): Promise<Uint8Array> {
  return await packTar(
    sorted(files).map(({ name, data, executable }) => ({
      header: {
        name,
        type: name.endsWith("/") ? "directory" : "file",
        size: data.length,
        mode: executable || name.endsWith("/") ? 0o755 : 0o644,
        mtime: new Date(seconds * 1000),
        uid: 0,
        gid: 0,
        uname: "root",
        gname: "root",
      },
      body: data,
    })),
  );
}

/** libdeflate makes the same bytes on every processor. Higher levels take four times as long for 2%. */
export function gzip(data: Uint8Array): Uint8Array {
  return Bun.gzipSync(data as Uint8Array<ArrayBuffer>, { library: "libdeflate", level: 9 });
}

export async function tarGz(files: readonly ArchiveFile[], seconds: number): Promise<Uint8Array> {
  return gzip(await tar(files, seconds));
}

const UNIX = 3;

/** The same as a zip, which has the time in UTC. */
export function zip(files: readonly ArchiveFile[], seconds: number): Uint8Array {
  // fflate writes local time: a date whose local fields are those of UTC gives the same bytes in every time zone.
  const utc = new Date(seconds * 1000);
  const mtime = new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000);
  const entries = sorted(files).map(({ name, data, executable }) => {
    const attrs = (0o100000 | (executable ? 0o755 : 0o644)) << 16;
    return [name, [data, { mtime, os: UNIX, attrs: attrs >>> 0, level: 9 }]] as const;
  });
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}

function sorted(files: readonly ArchiveFile[]): ArchiveFile[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
}
