/** Packs the documentation, which the executable carries for `svc bundle`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DOCS, DOCS_ARCHIVE } from "../../src/setup/bundle/documents.ts";
import { tarGz } from "./archive.ts";

const ROOT = join(import.meta.dir, "..", "..");

/** Writes the archive into the folder and returns its path. The same documents give the same bytes. */
export async function docsArchive(folder: string): Promise<string> {
  const names = DOCS.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)]);
  const files = names.map((name) => ({ name, data: readFileSync(join(ROOT, name)) }));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, DOCS_ARCHIVE);
  writeFileSync(path, await tarGz(files, 0));
  return path;
}
