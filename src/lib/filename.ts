/** Makes file names from other sources safe on every system, and finds free names in a folder. */
import { constants, copyFileSync, linkSync, rmSync } from "node:fs";
import { join } from "node:path";

/** File systems allow 255 bytes. The rest is for " (2)" and for suffixes that other programs add. */
const MAX_BYTES = 200;
const MAX_EXTENSION_BYTES = 24;

/** Path separators, characters that Windows forbids, control characters, and marks that change the writing direction. */
const FORBIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb<>:"/\\|?*]/g;

/** Device names of Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)(?=\.|$)/i;

/** Returns the last part of a path as a name that is valid on every system: never hidden, never empty, of limited length. */
export function safeFileName(suggested: string): string {
  const last = suggested.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(FORBIDDEN, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ~]+|[. ]+$/g, "")
    .replace(RESERVED, "_$1");
  return shortened(plain) || "download";
}

/** Splits a name into stem and extension. The extension of a packed archive has two parts. */
function split(name: string): { stem: string; extension: string } {
  const extension = /(\.tar)?\.[^. ]+$/i.exec(name)?.[0] ?? "";
  if (extension.length === name.length || Buffer.byteLength(extension) > MAX_EXTENSION_BYTES)
    return { stem: name, extension: "" };
  return { stem: name.slice(0, name.length - extension.length), extension };
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const { stem, extension } = split(name);
  const maxStemBytes = MAX_BYTES - Buffer.byteLength(extension);
  let bytes = 0;
  let shortenedStem = "";
  for (const char of stem) {
    bytes += Buffer.byteLength(char);
    if (bytes > maxStemBytes) break;
    shortenedStem += char;
  }
  return shortenedStem.trimEnd() + extension;
}

/** Moves a file into a folder under this name, or the next free one: `name (2).csv`. Returns its path. Never replaces a file. */
export function moveToFreeName(from: string, folder: string, name: string): string {
  const { stem, extension } = split(name);
  for (let n = 1; ; n++) {
    const to = join(folder, n === 1 ? name : `${stem} (${n})${extension}`);
    try {
      place(from, to);
      rmSync(from, { force: true });
      return to;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Creating a link fails atomically when the file exists. File systems without links, and other file systems, get a copy. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOENT" || code === "ENOSPC") throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
