/** Reads which shared libraries an ELF file names: its DT_NEEDED entries. */
import { closeSync, openSync, readSync } from "node:fs";

/** Types of program headers and tags of the dynamic section, as elf.h names them. */
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
const DT_NEEDED = 1;
const DT_STRTAB = 5;
const DT_STRSZ = 10;

interface Segment {
  type: number;
  offset: number;
  address: number;
  size: number;
}

/**
 * Names of the shared libraries that a 64-bit little-endian ELF file needs, such as `libc.so.6`. Undefined for any other file.
 * Reads only the headers and the tables, because browsers are large.
 */
export function neededLibraries(path: string): string[] | undefined {
  const file = openSync(path, "r");
  const read = (offset: number, size: number) => {
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readSync(file, bytes, 0, size, offset));
  };
  try {
    const head = read(0, 64);
    const is64LittleEndian =
      head.length === 64 && head.readUInt32BE(0) === 0x7f454c46 && head.readUInt16BE(4) === 0x0201;
    return is64LittleEndian ? namesIn(segmentsOf(head, read), read) : undefined;
  } finally {
    closeSync(file);
  }
}

type Read = (offset: number, size: number) => Buffer;

function segmentsOf(head: Buffer, read: Read): Segment[] {
  const size = head.readUInt16LE(54);
  const table = read(Number(head.readBigUInt64LE(32)), size * head.readUInt16LE(56));
  const segments: Segment[] = [];
  for (let at = 0; at + size <= table.length; at += size) {
    const word = (offset: number) => Number(table.readBigUInt64LE(at + offset));
    segments.push({ type: table.readUInt32LE(at), offset: word(8), address: word(16), size: word(32) });
  }
  return segments;
}

function namesIn(segments: readonly Segment[], read: Read): string[] {
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC);
  if (!dynamic) return [];
  const table = read(dynamic.offset, dynamic.size);
  const entries: [tag: number, value: number][] = [];
  for (let at = 0; at + 16 <= table.length; at += 16)
    entries.push([Number(table.readBigInt64LE(at)), Number(table.readBigUInt64LE(at + 8))]);
  const entry = (tag: number) => entries.find(([one]) => one === tag)?.[1] ?? 0;
  const address = entry(DT_STRTAB);
  // The table of names is given by its address in memory, which the loaded segments map to the file.
  const holder = segments.find(
    (one) => one.type === PT_LOAD && address >= one.address && address < one.address + one.size,
  );
  if (!holder) return [];
  const names = read(holder.offset + address - holder.address, entry(DT_STRSZ));
  return entries
    .filter(([tag]) => tag === DT_NEEDED)
    .map(([, start]) => names.toString("latin1", start, names.indexOf(0, start)));
}
