/**
 * Files handed to an input by what they hold: for a browser on another machine, which cannot read our paths. The page sees
 * the same as after a person chose them, but for the paths, which it never sees anyway.
 */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Session } from "../../cdp/connection.ts";
import { Failure, fileFailure } from "../../errors.ts";

/** All of them together: they pass through memory on both sides. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Of base64 in one message: what is in between may hold messages up to some megabytes. */
const PIECE_CHARS = 1_000_000;

/** Throws before anything changes where the files are more than can be sent. */
export async function checkSize(paths: readonly string[]): Promise<void> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_BYTES) return;
  throw new Failure(
    "bad_file",
    `${paths.length === 1 ? "the file has" : "the files have"} ${total} bytes; to a browser on another machine ${MAX_BYTES} can be sent`,
    "Give the page an address to fetch it from, or use a browser on this machine.",
  );
}

/** Builds the files inside the page and gives them to the input, which then tells of it as always. */
export async function handOverContent(
  { session, objectId }: { session: Session; objectId: string },
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const call = async (functionDeclaration: string, ...values: unknown[]) => {
    const given = values.map((value) => ({ value }));
    const asked = { functionDeclaration, objectId, arguments: given, returnByValue: true };
    const { exceptionDetails } = await session.send("Runtime.callFunctionOn", asked, signal);
    if (exceptionDetails) throw new Failure("script", `the page did not take the files: ${exceptionDetails.text}`);
  };
  // Held in our isolated world, by the input: the page cannot see it.
  await call("function() { (globalThis.__svcFiles ??= new WeakMap()).set(this, []); }");
  for (const path of paths) {
    const bytes = await readFile(path).catch((error) => {
      throw fileFailure(error, `cannot read ${path}`);
    });
    const type = Bun.file(path).type.split(";", 1)[0] ?? "";
    await call(BEGIN, basename(path), type);
    const text = bytes.toString("base64");
    for (let at = 0; at < text.length; at += PIECE_CHARS) await call(APPEND, text.slice(at, at + PIECE_CHARS));
  }
  await call(FINISH);
}

const BEGIN = `function(name, type) { globalThis.__svcFiles.get(this).push({ name, type, parts: [] }); }`;

/** A piece is a whole number of groups of four characters: each can be read by itself. */
const APPEND = `function(piece) {
  const raw = atob(piece);
  const bytes = new Uint8Array(raw.length);
  for (let n = 0; n < raw.length; n++) bytes[n] = raw.charCodeAt(n);
  globalThis.__svcFiles.get(this).at(-1).parts.push(bytes);
}`;

const FINISH = `function() {
  const chosen = new DataTransfer();
  for (const { name, type, parts } of globalThis.__svcFiles.get(this)) chosen.items.add(new File(parts, name, { type }));
  globalThis.__svcFiles.delete(this);
  this.files = chosen.files;
  this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  this.dispatchEvent(new Event("change", { bubbles: true }));
}`;
