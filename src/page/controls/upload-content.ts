/**
 * Sends the content of files to a file input, for a browser on another machine, which cannot read local paths. The page
 * receives the same files and events as after a person chose them.
 */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Session } from "../../cdp/connection.ts";
import { Failure, fileFailure } from "../../errors.ts";

/** Limit of all files together: both sides hold them in memory. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Base64 characters in one message: proxies may limit messages to a few megabytes. */
const PIECE_CHARS = 1_000_000;

/** Checks the total size of the files. Errors: `bad_file`. */
export async function checkSize(paths: readonly string[]): Promise<void> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_BYTES) return;
  throw new Failure(
    "bad_file",
    `${paths.length === 1 ? "the file has" : "the files have"} ${total} bytes; the limit for a browser on another machine is ${MAX_BYTES} bytes`,
    "Upload smaller files, or use a browser on this machine.",
  );
}

/** Creates the files inside the page, assigns them to the input and dispatches its events. */
export async function setFileContent(
  { session, objectId }: { session: Session; objectId: string },
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const call = async (functionDeclaration: string, ...values: unknown[]) => {
    const args = values.map((value) => ({ value }));
    const params = { functionDeclaration, objectId, arguments: args, returnByValue: true };
    const { exceptionDetails } = await session.send("Runtime.callFunctionOn", params, signal);
    if (exceptionDetails) throw new Failure("script", `the page did not accept the files: ${exceptionDetails.text}`);
  };
  // Stored in the isolated world, which the page cannot see.
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

/** The length of a piece is a multiple of four, so that each can be decoded alone. */
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
